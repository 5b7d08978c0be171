// Formatting tools of the composer: add Markdown around the selection, or remove it if it is already there.
import { putIn, type TextChange, type Written } from './composer-change.ts';

export type Tool = 'bold' | 'italic' | 'link' | 'quote' | 'code' | 'list';

/** Shrinks the selection so that it has no spaces at its ends, because Markdown marks must touch the text. */
const trimmed = ({ text, start, end }: Written): Written => {
  const chosen = text.slice(start, end);
  if (chosen.trim() === '') return { text, start, end };
  return { text, start: start + chosen.search(/\S/), end: start + chosen.trimEnd().length };
};

/** Whether exactly this mark is on both sides of a range. For example, a "*" that is part of "**" does not count. */
const isMarked = (text: string, start: number, end: number, mark: string): boolean => {
  const sign = mark[0] ?? '';
  const before = text.slice(0, start).match(new RegExp(`\\${sign}*$`))?.[0].length ?? 0;
  const after = text.slice(end).match(new RegExp(`^\\${sign}*`))?.[0].length ?? 0;
  const both = Math.min(before, after);
  return mark.length === 1 ? both % 2 === 1 : both >= 2;
};

/** Puts a mark around the selection, or removes it. Without a selection, the caret ends up between two new marks. */
const wrapped = (written: Written, mark: string): TextChange => {
  const { text, start, end } = trimmed(written);
  const chosen = text.slice(start, end);
  const size = mark.length;
  if (isMarked(text, start, end, mark)) {
    const from = start - size;
    return { from, to: end + size, insert: chosen, start: from, end: from + chosen.length };
  }
  const isInside = chosen.length > 2 * size && isMarked(text, start + size, end - size, mark);
  if (isInside && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const insert = chosen.slice(size, -size);
    return { from: start, to: end, insert, start, end: start + insert.length };
  }
  return { from: start, to: end, insert: mark + chosen + mark, start: start + size, end: start + size + chosen.length };
};

/** The complete lines that a selection touches. */
const linesOf = ({ text, start, end }: Written): { from: number; to: number; lines: string[] } => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  // A selection that ends right after a line break does not include the next line.
  const last = end > start && text[end - 1] === '\n' ? end - 1 : end;
  const found = text.indexOf('\n', last);
  const to = found < 0 ? text.length : found;
  return { from, to, lines: text.slice(from, to).split('\n') };
};

/**
 * Adds a prefix to every line, or removes it if all lines have it. If necessary, an empty line is inserted above, so that the
 * lines form a block.
 */
const begun = (written: Written, mark: string): TextChange => {
  const { from, to, lines } = linesOf(written);
  const isBegun = lines.every((line) => line.startsWith(mark));
  const before = written.text.slice(0, from);
  const isApart =
    isBegun || before === '' || /\n\s*\n$/.test(before) || before.slice(0, -1).split('\n').at(-1)?.startsWith(mark);
  const gap = isApart ? '' : '\n';
  const body = lines.map((line) => (isBegun ? line.slice(mark.length) : mark + line)).join('\n');
  const insert = gap + body;
  const isCaret = written.start === written.end;
  const end = from + insert.length;
  return { from, to, insert, start: isCaret ? end : from + gap.length, end };
};

const ADDRESS = /^(?:https?:\/\/|\/)\S+$/;

/**
 * Turns the selection into a link. If the selection is a URL, it becomes the link's URL, otherwise the link's text. The caret or
 * selection ends up where the missing part has to be typed.
 */
const linked = (written: Written): TextChange => {
  const { text, start, end } = trimmed(written);
  const chosen = text.slice(start, end);
  if (ADDRESS.test(chosen)) {
    return { from: start, to: end, insert: `[](${chosen})`, start: start + 1, end: start + 1 };
  }
  const address = start + chosen.length + 3;
  return { from: start, to: end, insert: `[${chosen}](https://)`, start: address, end: address + 'https://'.length };
};

/** Returns a code fence that the code itself does not contain. */
const fenceFor = (code: string): string => {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  return '`'.repeat(Math.max(3, longest + 1));
};

/** Formats the selection as inline code. Several lines become a code block, and so does a caret on an empty line. */
const coded = (written: Written): TextChange => {
  const { text, start, end } = written;
  const chosen = text.slice(start, end);
  const { from, to, lines } = linesOf(written);
  const isEmptyLine = start === end && lines.join('').trim() === '';
  if (!chosen.includes('\n') && !isEmptyLine) return wrapped(written, '`');
  const code = text.slice(from, to);
  const fence = fenceFor(code);
  const first = from + fence.length + 1;
  return { from, to, insert: `${fence}\n${code}\n${fence}`, start: first, end: first + code.length };
};

const TOOLS: Record<Tool, (written: Written) => TextChange> = {
  bold: (written) => wrapped(written, '**'),
  italic: (written) => wrapped(written, '*'),
  link: linked,
  quote: (written) => begun(written, '> '),
  code: coded,
  list: (written) => begun(written, '- '),
};

export function formatted(tool: Tool, written: Written): TextChange {
  return TOOLS[tool](written);
}

/**
 * Handles Enter in a list or quote: continues it on the next line, or ends a list after an empty item. Null if Enter should only
 * insert a line break.
 */
export function nextLine(written: Written): TextChange | null {
  const { text, start, end } = written;
  if (start !== end) return null;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const line = text.slice(from, start);
  const [, mark, order] = /^(\s*(?:[-*] |> |(\d{1,4})\. ))/.exec(line) ?? [];
  if (mark === undefined) return null;
  if (line === mark) return { from, to: start, insert: '', start: from, end: from };
  return putIn(written, `\n${order ? mark.replace(order, String(Number(order) + 1)) : mark}`);
}
