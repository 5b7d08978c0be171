// Number and date formats for charts. The formatters are created only once, because creating one is slower than drawing a chart.
const whole = new Intl.NumberFormat('en-US');
const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const monthOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats 165137 as "165,137". */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** Short numbers for axis labels: "0", "750", "1.5k", "200k", "3M". */
export function axisNumber(value: number): string {
  const [unit, letter] = value < 1000 ? [1, ''] : value < 1_000_000 ? [1000, 'k'] : [1_000_000, 'M'];
  return `${Number((value / unit).toFixed(1))}${letter}`;
}

/** Axis label for a date: "Nov 22" between days, "Nov" between months. */
export function axisDay(day: Date, span: 'days' | 'months'): string {
  return span === 'days' ? dayAndMonth.format(day) : month.format(day);
}

/** Formats a month as "Nov 2026". */
export function monthName(day: Date): string {
  return monthOfYear.format(day);
}
