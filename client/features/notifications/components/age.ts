import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short' });
const date = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dateWithYear = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/**
 * Age of a notification in a narrow column: "now", "4 min", "2 h", then the weekday, and the date after six days. In the
 * browser's time zone, so it must not be rendered on the server.
 */
export function formatAge(time: string, now: number): string {
  const at = new Date(time);
  const passed = now - at.getTime();
  if (passed < MINUTE_MS) return 'now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)} min`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)} h`;
  // After six days, the weekday could be today's.
  if (passed < 6 * DAY_MS) return weekday.format(at);
  const isThisYear = at.getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? date : dateWithYear).format(at);
}
