// Spreadsheets run cells that begin with these as formulas. The apostrophe makes them text.
const cellOf = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Rows of cells as CSV for spreadsheets (RFC 4180): UTF-8 with a byte order mark, lines with CRLF. */
export function tableText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`;
}
