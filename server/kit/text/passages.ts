// Plain text of rendered HTML, and passages around the words that a search found.

/** A piece of a passage; `isHit` marks the words that were found. */
type PassagePiece = { text: string; isHit: boolean };

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Plain text of HTML from the site's own renderer. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<\/(?:p|li|td|th|h[2-4]|pre)>|<br>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Removes case and accents character by character, so that positions match the original text. */
export function foldText(text: string): string {
  return [...text].map((sign) => [...sign.normalize('NFKD').toLowerCase()][0]?.padEnd(sign.length) ?? sign).join('');
}

type Span = { start: number; end: number };

/** A text cut into pieces, with the given spans marked. */
export function markSpans(
  text: string,
  spans: readonly Span[],
  { start, end }: Span = { start: 0, end: text.length },
): PassagePiece[] {
  const pieces: PassagePiece[] = [];
  const add = (piece: string, isHit: boolean) => piece && pieces.push({ text: piece.toWellFormed(), isHit });
  let done = start;
  for (const span of spans.filter((one) => one.start >= start && one.end <= end)) {
    add(text.slice(done, span.start), false);
    add(text.slice(span.start, span.end), true);
    done = span.end;
  }
  add(text.slice(done, end), false);
  return pieces;
}

/**
 * The passage around the first of the spans, at most `characters` long, with all spans in it marked. It begins `lead` characters
 * before the first span, and is cut between words.
 */
export function passageAround(
  text: string,
  spans: readonly Span[],
  { characters, lead }: { characters: number; lead: number },
): PassagePiece[] {
  const first = spans[0]?.start ?? 0;
  const wanted = Math.max(0, first - lead);
  const space = wanted === 0 ? -1 : text.indexOf(' ', wanted);
  const start = wanted === 0 ? 0 : space < 0 || space >= first ? first : space + 1;
  const cut = text.lastIndexOf(' ', start + characters);
  // A word that is longer than the passage is cut too.
  const end = text.length <= start + characters ? text.length : cut > start ? cut : start + characters;
  const pieces = markSpans(text, spans, { start, end });
  if (start > 0) pieces.unshift({ text: '… ', isHit: false });
  if (end < text.length) pieces.push({ text: ' …', isHit: false });
  return pieces;
}
