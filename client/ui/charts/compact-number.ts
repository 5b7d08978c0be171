/** 902, 5.6k, 18.4k, 165k, 2.3M: counts on cards. Written by hand because an Intl formatter costs more per card. */
export function compactNumber(count: number): string {
  if (count < 1000) return String(count);
  const [unit, letter] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const value = count / unit;
  return (value < 99.95 ? value.toFixed(1) : value.toFixed(0)) + letter;
}
