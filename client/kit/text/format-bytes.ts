// Human-readable sizes in units of 1024 with two decimals (specification, section 9).

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Formats a number of bytes, such as "0 Bytes", "1.50 KB" or "2.31 GB". Plain bytes have no decimals. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.995 would round to 1024.00, so use 1.00 of the next unit.
  while (unit < UNITS.length - 1 && Number(value.toFixed(unit === 0 ? 0 : 2)) >= 1024) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${value} ${value === 1 ? 'Byte' : 'Bytes'}` : `${value.toFixed(2)} ${UNITS[unit]}`;
}
