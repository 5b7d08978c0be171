// Moments as PostgreSQL writes them. The parser that pg brings takes any of its formats and zones, and with the dates of a list costs
// more than all else that is done with the rows; nearly every text is of one form.
import pg from 'pg';

export const TIMESTAMPTZ_OID = 1184;
const parseAny = pg.types.getTypeParser(TIMESTAMPTZ_OID, 'text');
const [DASH, SPACE] = [45, 32];

/** A `timestamptz` in PostgreSQL's ISO form, to the millisecond: a Date, or the number Infinity with either sign. */
export function parseTimestamp(text: string): Date | number {
  // 2026-01-31 10:00:00.123456+00; others have another zone, a year beyond 9999 or before 1, or are no moment.
  if (text.charCodeAt(4) === DASH && text.charCodeAt(10) === SPACE && text.endsWith('+00')) {
    const moment = new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
    if (!Number.isNaN(moment.getTime())) return moment;
  }
  return parseAny(text) as Date | number;
}
