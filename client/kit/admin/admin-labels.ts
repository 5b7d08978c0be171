// Formats ids and times for the admin panel (specification, section 2, 'Admin panel').

const parts = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

const UNREADABLE = 'N/A';

const partsOf = (time: string | null | undefined): Record<string, string> | null => {
  const moment = new Date(time ?? '');
  if (Number.isNaN(moment.getTime())) return null;
  return Object.fromEntries(parts.formatToParts(moment).map(({ type, value }) => [type, value]));
};

/** Formats a time as 'MMM dd, yyyy' in UTC; 'N/A' if it is missing or invalid. */
export function adminDay(time: string | null | undefined): string {
  const at = partsOf(time);
  return at ? `${at.month} ${at.day}, ${at.year}` : UNREADABLE;
}

/** Formats a time as 'MMM dd, yyyy HH:mm' in UTC; 'N/A' if it is missing or invalid. */
export function adminTime(time: string | null | undefined): string {
  const at = partsOf(time);
  return at ? `${at.month} ${at.day}, ${at.year} ${at.hour}:${at.minute}` : UNREADABLE;
}

/** Short form of an id: '#' and its first seven characters. */
export function shortId(id: string): string {
  return `#${id.slice(0, 7)}`;
}
