// Date and relative time formats, identical on the server and in the browser.
const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' });
const span = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "Nov 21, 2026", in UTC. */
export function formatDay(time: string): string {
  return day.format(new Date(time));
}

/** Formats a relative time such as "3 hours ago", in the largest unit that has fully elapsed. Under a minute: "just now". */
export function formatAgo(time: string, now: Date = new Date()): string {
  const seconds = Math.floor((now.getTime() - new Date(time).getTime()) / 1000);
  const unit = UNITS.find(([, length]) => seconds >= length);
  return unit ? span.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now';
}
