/** Sends long lists as CSV. They are read page by page, streamed, and safe to open in any program. */
import { stringify } from 'csv-stringify/sync';
import type { FastifyReply } from 'fastify';
import { sendText } from './send-text.ts';

/** Rows per statement; fewer at first, so that the first bytes are sent soon. */
const ROWS_A_PAGE = 1000;
const ROWS_AT_FIRST = 100;
/** Characters buffered per chunk. Sending every row as a separate chunk would take longer than building the row. */
const CHUNK_CHARACTERS = 64 * 1024;
const ROWS_A_CHUNK = 100;
/** Without this mark, Excel decodes UTF-8 with the machine's own code page. */
const BYTE_ORDER_MARK = '\ufeff';

// Spreadsheets treat a cell that starts with one of these characters as a formula, even after whitespace. The full-width forms
// have the same effect in East Asian locales. A quote could end the cell for parsers that split lines naively.
const READ_AS_FORMULA = /^\s*["=+\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]|^[\t\r\n]/;
// Terminal control characters do not belong in a table; line breaks and tabs within text are fine.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const STEERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export type CsvValue = string | number | boolean | Date | null | undefined;
export type CsvColumn<Row> = { header: string; value(row: Row): CsvValue };

/** Converts a value to cell content that no program executes. A leading apostrophe disarms formulas. Numbers stay numbers. */
export function csvCell(value: CsvValue): string | number {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (value instanceof Date) return value.toISOString();
  const text = String(value).toWellFormed();
  return READ_AS_FORMULA.test(text) || STEERS.test(text) ? `'${text}` : text;
}

const lines = (cells: readonly (readonly CsvValue[])[]): string =>
  // Quote all text, because readers that split on semicolons or tabs would otherwise see extra cells.
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
 * Iterates over a list by key. Each page is read by a separate statement, so the statement timeout does not limit the length of
 * the list, and only one page is in memory.
 * @param fetchAfter reads up to `limit` rows after `last`, or the first rows
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
 * Responds with a CSV file: UTF-8 with a byte order mark, CRLF, quoted text, formulas disarmed. For handlers of `answerExchange`
 * whose contract has `reply: null`; they must return the promise of this call.
 *
 * An error before the first row is thrown and becomes an ordinary error response. A later one breaks the connection, so that a
 * truncated list never looks complete. Reading stops when the client disconnects.
 * @param list.name file name, with its extension
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
