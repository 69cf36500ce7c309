// In the documentation `/` goes to the search, as people know it from elsewhere, and each code block can be copied.
(() => {
  const search = document.querySelector('.search input[type="search"]');
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey || search === null) return;
    event.preventDefault();
    search.focus();
    search.select();
  });

  const saidMilliseconds = 1500;
  for (const block of document.querySelectorAll(".document pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-code";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "");
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, saidMilliseconds);
    });
    const around = document.createElement("div");
    around.className = "code-block";
    block.replaceWith(around);
    around.append(block, button);
  }
})();
