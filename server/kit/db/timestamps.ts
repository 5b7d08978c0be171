// Parses timestamps written by PostgreSQL. pg's own parser handles any format and zone, and for a list with dates costs more
// than everything else done with the rows; nearly every text has the same format.
import pg from 'pg';

export const TIMESTAMPTZ_OID = 1184;
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ_OID, 'text');
const [DASH, SPACE] = [45, 32];

/** A `timestamptz` in PostgreSQL's ISO format, to the millisecond: a Date, or plus or minus Infinity. */
export function parseTimestamp(text: string): Date | number {
  // 2026-01-31 10:00:00.123456+00; others have a different zone, a year beyond 9999 or before 1, or are infinite.
  if (text.charCodeAt(4) === DASH && text.charCodeAt(10) === SPACE && text.endsWith('+00')) {
    const moment = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  return parseAny(text) as Date | number;
}
