// Makes a passkey or signs in with one, where scripts run: the page holds the challenge, the browser asks its authenticator, and the answer is
// sent with the page's form. It begins when the page is opened and, where the browser wants a click first or the person turned back, with the
// button.

const bytesOf = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const listed = (credentials = []) => credentials.map((each) => ({ ...each, id: bytesOf(each.id) }));

async function make(options) {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: listed(options.excludeCredentials),
  };
  const made = await navigator.credentials.create({ publicKey });
  return {
    ...outside(made),
    response: {
      clientDataJSON: textOf(made.response.clientDataJSON),
      attestationObject: textOf(made.response.attestationObject),
      transports: made.response.getTransports?.() ?? [],
    },
  };
}

async function use(options) {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    allowCredentials: listed(options.allowCredentials),
  };
  const used = await navigator.credentials.get({ publicKey });
  const { userHandle } = used.response;
  return {
    ...outside(used),
    response: {
      clientDataJSON: textOf(used.response.clientDataJSON),
      authenticatorData: textOf(used.response.authenticatorData),
      signature: textOf(used.response.signature),
      ...(userHandle === null ? {} : { userHandle: textOf(userHandle) }),
    },
  };
}

function outside(credential) {
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

const sentences = {
  NotAllowedError: "Nothing was confirmed. Try again.",
  InvalidStateError: "This device or password manager has a passkey of this account already.",
  SecurityError: "Passkeys work only at the address that they belong to.",
};

const form = document.querySelector("form[data-passkey]");
const note = document.getElementById("passkey-note");
if (form !== null && note !== null) begin(form, note);

function begin(form, note) {
  const button = form.querySelector("button");
  const { site } = form.dataset;
  if (location.origin !== site) {
    note.textContent = `Passkeys work only at ${site}: open this page there.`;
    button.disabled = true;
    return;
  }
  if (globalThis.PublicKeyCredential === undefined) {
    note.textContent = "This browser has no passkeys.";
    button.disabled = true;
    return;
  }
  const run = form.dataset.passkey === "make" ? make : use;
  const ask = async (isAsked) => {
    button.disabled = true;
    try {
      form.elements.credential.value = JSON.stringify(await run(JSON.parse(form.dataset.options)));
      form.submit();
    } catch (error) {
      button.disabled = false;
      if (isAsked || error.name !== "NotAllowedError") note.textContent = sentences[error.name] ?? error.message;
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(true);
  });
  ask(false);
}
