// Mentions as they are typed: finds the mention before the caret, and inserts the selected username.
import type { TextChange, Written } from './composer-change.ts';

/** A username that is being typed; `from` is the position of its @. */
export type Mention = { from: number; name: string };

/** A mention must be at the start of a word, so the @ of an email address does not count. */
const TYPED = /(?:^|[^\w@./-])@([A-Za-z0-9_-]{1,30})$/;

const fences = (text: string): number => text.match(/^(?:```|~~~)/gm)?.length ?? 0;

/** The mention that ends at the caret; null if no mention ends there, or if it is inside code. */
export function mentionAt({ text, start, end }: Written): Mention | null {
  if (start !== end) return null;
  const before = text.slice(0, start);
  const name = TYPED.exec(before.slice(-40))?.[1];
  if (name === undefined || /^[A-Za-z0-9_-]/.test(text.slice(start))) return null;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isInCode = fences(before) % 2 === 1 || (line.split('`').length - 1) % 2 === 1;
  return isInCode ? null : { from: start - name.length - 1, name };
}

/** Replaces the typed part of a username with the full username and a space. */
export function mentioned({ text }: Written, { from, name }: Mention, username: string): TextChange {
  const to = from + 1 + name.length;
  const insert = `@${username}${/^\s/.test(text.slice(to)) ? '' : ' '}`;
  const caret = from + username.length + 2;
  return { from, to, insert, start: caret, end: caret };
}
