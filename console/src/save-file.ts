/** Hands the reader a CSV file that the page made. */
export function saveCsvFile(name: string, csv: string): void {
  saveFile(name, new Blob([csv], { type: "text/csv" }));
}

/** Hands the reader a PDF that the service drew. */
export function savePdfFile(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type: "application/pdf" }));
}

function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
