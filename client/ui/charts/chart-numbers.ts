// Number and date formats for charts. Formatters are created once, because creating one takes longer than drawing a chart.
const whole = new Intl.NumberFormat('en-US');
const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const monthOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "165,137" */
export function wholeNumber(value: number): string {
  return whole.format(value);
}

/** Short axis labels: "0", "750", "1.5k", "200k", "3M". */
export function axisNumber(value: number): string {
  const [unit, letter] = value < 1000 ? [1, ''] : value < 1_000_000 ? [1000, 'k'] : [1_000_000, 'M'];
  return `${Number((value / unit).toFixed(1))}${letter}`;
}

/** "Nov 22" for day ticks, "Nov" for month ticks. */
export function axisDay(day: Date, span: 'days' | 'months'): string {
  return span === 'days' ? dayAndMonth.format(day) : month.format(day);
}

/** "Nov 2026" */
export function monthName(day: Date): string {
  return monthOfYear.format(day);
}
