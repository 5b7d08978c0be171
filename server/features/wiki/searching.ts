// The search in the wiki: over some fifty short texts, so each is looked at, without I/O.
import { WIKI_HITS_MAX } from '#contract/limits.ts';
import type { Wiki, WikiHit } from '#contract/wiki.ts';

/** What can be found: the plain words of a part, or of what stands before a section's parts. */
export type Entry = { id: string; title: string; section: string; text: string };

/** Words of a search that count; whoever pastes a page means its beginning. */
const MOST_WORDS = 12;
/** Characters of an excerpt, and how many of them stand before its first hit. */
const EXCERPT_CHARACTERS = 180;
const LEAD_CHARACTERS = 50;

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** The words of HTML that the site's own renderer made. */
export const wordsOf = (html: string): string =>
  html
    .replaceAll(/<\/(?:p|li|td|th|h[2-4])>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();

export const entriesOf = ({ sections }: Wiki): Entry[] =>
  sections.flatMap(({ slug, title, html, parts }) => [
    { id: slug, title, section: title, text: wordsOf(html) },
    ...parts.map((part) => ({ id: part.id, title: part.title, section: title, text: wordsOf(part.html) })),
  ]);

/** Without case and accents, sign for sign, so that places in it are places in the text. */
const fold = (text: string): string =>
  [...text].map((sign) => [...sign.normalize('NFKD').toLowerCase()][0]?.padEnd(sign.length) ?? sign).join('');

/** The words of a search; a plural also finds its singular. */
const termsOf = (search: string): string[] => {
  const words = fold(search).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => (/.{3}s$/u.test(word) ? word.slice(0, -1) : word)))].slice(0, MOST_WORDS);
};

type Place = { start: number; end: number };

/** Where words begin with one of the terms, each place to the end of its word. */
const placesOf = (text: string, terms: string[]): Place[] => {
  const folded = fold(text);
  return [...folded.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(([word]) => terms.some((term) => word.startsWith(term)))
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
};

const hasTerm = (text: string, term: string): boolean => placesOf(text, [term]).length > 0;

const excerptOf = (text: string, terms: string[]): WikiHit['excerpt'] => {
  const places = placesOf(text, terms);
  const wanted = Math.max(0, (places[0]?.start ?? 0) - LEAD_CHARACTERS);
  const from = wanted === 0 ? 0 : text.indexOf(' ', wanted) + 1;
  const cut = text.lastIndexOf(' ', from + EXCERPT_CHARACTERS);
  const to = text.length <= from + EXCERPT_CHARACTERS ? text.length : Math.max(cut, from + 1);
  const pieces: WikiHit['excerpt'] = [];
  const add = (piece: string, isHit: boolean) => piece && pieces.push({ text: piece, isHit });
  let done = from;
  for (const { start, end } of places.filter((place) => place.start >= from && place.end <= to)) {
    add(text.slice(done, start), false);
    add(text.slice(start, end), true);
    done = end;
  }
  add(text.slice(done, to), false);
  if (from > 0) pieces.unshift({ text: '… ', isHit: false });
  if (to < text.length) pieces.push({ text: ' …', isHit: false });
  return pieces;
};

/** What has all the words of a search, those with more of them in their titles first, else in the order of the wiki. */
export const searchEntries = (entries: Entry[], search: string): WikiHit[] => {
  const terms = termsOf(search);
  if (terms.length === 0) return [];
  return entries
    .filter(({ title, section, text }) => terms.every((term) => hasTerm(`${title} ${section} ${text}`, term)))
    .map((entry) => ({ entry, inTitle: terms.filter((term) => hasTerm(entry.title, term)).length }))
    .sort((one, other) => other.inTitle - one.inTitle)
    .slice(0, WIKI_HITS_MAX)
    .map(({ entry: { id, title, section, text } }) => ({ id, title, section, excerpt: excerptOf(text, terms) }));
};
