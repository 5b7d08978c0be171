/**
 * Formats counts on cards: 902, 5.6k, 18.4k, 165k, 2.3M. Hand-written, because an Intl formatter is slower on a page with many
 * cards.
 */
export function compactNumber(count: number): string {
  if (count < 1000) return String(count);
  const [unit, letter] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const value = count / unit;
  return (value < 99.95 ? value.toFixed(1) : value.toFixed(0)) + letter;
}
