// Escapes text for XML documents.
import { escapeHtml } from '#contract/escape-html.ts';

/** Characters that XML 1.0 cannot represent: most control characters, lone surrogates, U+FFFE and U+FFFF. */
const OUTSIDE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Bidirectional control characters, which would also affect the text after them. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** Escapes text for an element or attribute. Characters that XML cannot represent are removed. */
export function xmlText(text: string): string {
  return escapeHtml(text.replaceAll(OUTSIDE, '').replaceAll(DIRECTIONS, ''));
}
