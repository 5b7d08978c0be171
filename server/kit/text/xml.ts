// Text inside XML documents.
import { escapeHtml } from '#contract/escape-html.ts';

/** What XML 1.0 cannot hold in any spelling: most control characters, halves of characters, U+FFFE and U+FFFF. */
const OUTSIDE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** They turn the direction of whatever a reader shows behind them too. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/g;

/** A text as the content of an element or the value of an attribute; characters that no XML can hold are left out. */
export function xmlText(text: string): string {
  return escapeHtml(text.replaceAll(OUTSIDE, '').replaceAll(DIRECTIONS, ''));
}
