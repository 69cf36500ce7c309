// What a partner's page does where scripts run: it copies a link, and says times in the reader's own zone. Without it the page has both,
// by hand and in UTC.
const copiedMilliseconds = 2000;

for (const button of document.querySelectorAll("button[data-copies]")) {
  const field = document.getElementById(button.dataset.copies);
  if (field === null || navigator.clipboard === undefined) continue;
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
    } catch {
      button.textContent = button.dataset.byHand;
    }
    setTimeout(() => {
      button.textContent = words;
    }, copiedMilliseconds);
  });
}

const shown = {
  day: { day: "numeric", month: "short", year: "numeric" },
  minute: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" },
};
for (const time of document.querySelectorAll("time[data-shown]")) {
  const at = new Date(time.dateTime);
  time.title = `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  time.textContent = at.toLocaleString(document.documentElement.lang, shown[time.dataset.shown]);
}
for (const zone of document.querySelectorAll("[data-zone]")) {
  zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone ?? zone.textContent;
}
