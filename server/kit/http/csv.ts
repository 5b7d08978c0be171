/** Sends long lists as CSV: read page by page, written as they come, harmless in whatever program opens them. */
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { sendText } from './send-text.ts';

/** Rows that are read with one statement; the first time fewer, so that the first bytes come soon. */
const ROWS_A_PAGE = 1000;
const ROWS_AT_FIRST = 100;
/** Text that is gathered before it is handed on: a chunk a row would cost more than the row. */
const CHUNK_CHARACTERS = 64 * 1024;
const ROWS_A_CHUNK = 100;
/** Without it Excel takes UTF-8 for the machine's own code page. */
const BYTE_ORDER_MARK = '\ufeff';

// A spreadsheet takes a cell that begins like this for a formula, even behind blanks, and in East Asian settings the
// full-width forms as well. A quote could end the cell for readers that split lines by themselves.
const READ_AS_FORMULA = /^\s*["=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]|^[\t\r\n]/;
// What steers a terminal has no place in a table; line breaks and tabs within a text are just that.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STEERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export type CsvValue = string | number | boolean | Date | null | undefined;
export type CsvColumn<Row> = { header: string; value(row: Row): CsvValue };

/** A cell's text as no program runs it: what looks like a formula gets an apostrophe before it. Numbers stay numbers. */
export function csvCell(value: CsvValue): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  const text = String(value).toWellFormed();
  return READ_AS_FORMULA.test(text) || STEERS.test(text) ? `'${text}` : text;
}

const lines = (cells: readonly (readonly CsvValue[])[]): string =>
  // Every text is quoted: readers that take semicolons or tabs for separators would cut new cells out of it.
  stringify(
    cells.map((row) => row.map(csvCell)),
    { record_delimiter: 'windows', quoted_string: true },
  );

async function* csvText<Row>(columns: readonly CsvColumn<Row>[], rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK + lines([columns.map(({ header }) => header)]);
  let waiting: CsvValue[][] = [];
  let most = 0;
  for await (const row of rows) {
    waiting.push(columns.map(({ value }) => value(row)));
    if (waiting.length < ROWS_A_CHUNK) continue;
    text += lines(waiting);
    waiting = [];
    if (text.length < most) continue;
    most = CHUNK_CHARACTERS;
    yield text;
    text = '';
  }
  yield text + (waiting.length > 0 ? lines(waiting) : '');
}

/**
 * Walks a list by its key: each page is a statement of its own, so no list is too long for the limit of a statement, and
 * one page at a time is in memory.
 * @param fetchAfter reads up to `limit` rows that come after `last`, or the first ones
 */
export async function* pageThrough<Row>(
  fetchAfter: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const limit = last ? ROWS_A_PAGE : ROWS_AT_FIRST;
    const rows = await fetchAfter(last, limit);
    yield* rows;
    if (rows.length < limit) return;
    last = rows.at(-1);
  }
}

/**
 * Answers with a CSV file: UTF-8 with a byte order mark, CRLF, texts quoted, formulas disarmed. For handlers of
 * `answerExchange` whose contract says `reply: null`; they return its promise.
 *
 * What fails before the first row is thrown, and becomes an ordinary refusal. A failure after that cuts the connection,
 * since ending it in order would pass a torn list for a whole one. When the client leaves nothing more is read.
 * @param list.name name of the file, with its ending
 */
export async function sendCsv<Row>(
  reply: FastifyReply,
  list: { name: string; columns: readonly CsvColumn<Row>[]; rows: AsyncIterable<Row> },
): Promise<undefined> {
  await sendText(reply, csvText(list.columns, list.rows), {
    type: 'text/csv; charset=utf-8; header=present',
    name: list.name,
    caching: 'no-store',
  });
}
