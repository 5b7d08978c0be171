// Parses timestamps written by PostgreSQL. pg's own parser handles any format and time zone. For a list with dates, it takes
// longer than everything else done with the rows, although nearly every timestamp has the same format.
import pg from 'pg';

export const TIMESTAMPTZ_OID = 1184;
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ_OID, 'text');
const [DASH, SPACE] = [45, 32];

/** Parses a `timestamptz` in PostgreSQL's ISO format, to the millisecond. Returns a Date, or plus or minus Infinity. */
export function parseTimestamp(text: string): Date | number {
  // The usual format is 2026-01-31 10:00:00.123456+00. Other timestamps have a different time zone, a year after 9999 or before
  // 1, or are infinite.
  if (text.charCodeAt(4) === DASH && text.charCodeAt(10) === SPACE && text.endsWith('+00')) {
    const moment = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  return parseAny(text) as Date | number;
}
