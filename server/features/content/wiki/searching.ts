// The wiki search. It scans all entries, because there are only about fifty and they are short. No I/O.

import { WIKI_HITS_MAX } from '#contract/content/limits.ts';
import type { Wiki, WikiHit } from '#contract/content/wiki.ts';
import { foldText, passageAround, textOfHtml } from '#server/kit/text/passages.ts';

/** A searchable entry: the plain text of a part, or of a section's introduction. */
export type Entry = { id: string; title: string; section: string; text: string };

/** Maximum number of search words; only the beginning of longer pasted text is used. */
const MOST_WORDS = 12;
/** Length of an excerpt in characters, and how many of them precede its first hit. */
const EXCERPT_CHARACTERS = 180;
const LEAD_CHARACTERS = 50;

export function entriesOf({ sections }: Wiki): Entry[] {
  return sections.flatMap(({ slug, title, html, parts }) => [
    { id: slug, title, section: title, text: textOfHtml(html) },
    ...parts.map((part) => ({ id: part.id, title: part.title, section: title, text: textOfHtml(part.html) })),
  ]);
}

/** A word with optional hyphens or apostrophes inside: log-in, 7-Zip, two-factor. */
const WORD = /[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu;
const JOINTS = /[-'’]/g;

/** Suffixes that can be removed to get a word's stem, longest first. */
const ENDINGS = ['ations', 'ation', 'ings', 'ing', 'ies', 'ed', 'es', 's', 'e', 'y'];
const STEM_CHARACTERS = 3;

const stem = (word: string): string => {
  const ending = ENDINGS.find((end) => word.endsWith(end) && word.length - end.length >= STEM_CHARACTERS);
  return ending === undefined ? word : word.slice(0, -ending.length);
};

/** Synonym groups, for search words that differ from the wiki's own wording. */
const SYNONYMS = [
  ['2fa', 'mfa', 'twofactor', 'authenticator', 'otp'],
  ['sha256', 'sha', 'checksum', 'hash'],
  ['license', 'licence'],
  ['refund', 'cancel', 'charge', 'pay', 'payment'],
  ['price', 'cost', 'plans'],
  ['login', 'signin', 'log'],
  ['signup', 'register', 'account'],
  ['ads', 'ad', 'advert', 'advertising'],
  ['broken', 'corrupt', 'damaged'],
  ['uploader', 'leaker'],
  ['archive', 'zip'],
  ['api', 'programs', 'developers', 'token'],
  ['avatar', 'picture'],
];
const bySynonym = new Map(
  SYNONYMS.flatMap((line) => line.map((word) => [stem(word), new Set(line.map(stem))] as const)),
);

/** Stop words, which are ignored unless a search has no other words. */
const EMPTY = new Set(
  'a an and are as at be but can cannot do does doesn doesnt dont for from how i if in is isnt it its me my no not of on or so that the their there this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Minimum word length for matching prefixes, and for tolerating a typo. */
const PREFIX_CHARACTERS = 3;
const TYPO_CHARACTERS = 5;

/** Whether two words differ by one edit: a substitution, an insertion, a deletion or a swap of adjacent letters. */
const isAlmost = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  if (rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1)) return true;
  return rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2);
};

/** A search word with its synonyms, as stems. */
type Term = { word: string; stems: ReadonlySet<string> };

const termsOf = (search: string): Term[] => {
  const words = [...new Set((foldText(search).match(WORD) ?? []).map((word) => word.replaceAll(JOINTS, '')))];
  const telling = words.filter((word) => !EMPTY.has(word));
  return (telling.length > 0 ? telling : words.filter(({ length }) => length >= PREFIX_CHARACTERS))
    .slice(0, MOST_WORDS)
    .map((word) => {
      const stems = bySynonym.get(stem(word)) ?? new Set([stem(word)]);
      return { word, stems };
    });
};

/** Whether a word of an entry matches a term; `isLoose` also tolerates one typo. */
const meets = (word: string, { word: wanted, stems }: Term, isLoose: boolean): boolean => {
  if (word === wanted || stems.has(stem(word))) return true;
  if (wanted.length >= PREFIX_CHARACTERS && word.startsWith(wanted)) return true;
  return isLoose && wanted.length >= TYPO_CHARACTERS && (isAlmost(word, wanted) || isAlmost(stem(word), stem(wanted)));
};

type Place = { start: number; end: number; words: string[] };

/** The words in some text, with their positions. A hyphenated word counts both as one word and as its parts. */
const placesIn = (text: string): Place[] =>
  [...foldText(text).matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    words: [word.replaceAll(JOINTS, ''), ...word.split(JOINTS)],
  }));

const meetsAny = ({ words }: Place, terms: Term[], isLoose: boolean): boolean =>
  terms.some((term) => words.some((word) => meets(word, term, isLoose)));

const excerptOf = (text: string, terms: Term[], isLoose: boolean): WikiHit['excerpt'] =>
  passageAround(
    text,
    placesIn(text).filter((place) => meetsAny(place, terms, isLoose)),
    { characters: EXCERPT_CHARACTERS, lead: LEAD_CHARACTERS },
  );

/** Number of terms that an entry contains, and number of terms in its title. */
const weigh = (entry: Entry, terms: Term[], isLoose: boolean) => {
  const [title, rest] = [placesIn(entry.title), placesIn(`${entry.section} ${entry.text}`)];
  const has = (places: Place[], term: Term) => places.some((place) => meetsAny(place, [term], isLoose));
  const inTitle = terms.filter((term) => has(title, term)).length;
  const met = terms.filter((term) => has(title, term) || has(rest, term)).length;
  return { entry, inTitle, met };
};

/**
 * Entries that contain all search words. If there are none, typos are tolerated, and the entries with the most search words are
 * returned, provided that they contain at least half of the words. Entries with more search words in their title come first;
 * apart from that, the wiki's order is kept.
 */
export function searchEntries(entries: Entry[], search: string): WikiHit[] {
  const terms = termsOf(search);
  if (terms.length === 0) return [];
  for (const isLoose of [false, true]) {
    const weighed = entries.map((entry) => weigh(entry, terms, isLoose));
    const most = Math.max(0, ...weighed.map(({ met }) => met));
    const isEnough = isLoose ? most * 2 >= terms.length : most === terms.length;
    if (most === 0 || !isEnough) continue;
    return weighed
      .filter(({ met }) => met === most)
      .sort((one, other) => other.inTitle - one.inTitle)
      .slice(0, WIKI_HITS_MAX)
      .map(({ entry: { id, title, section, text } }) => ({
        id,
        title,
        section,
        excerpt: excerptOf(text, terms, isLoose),
      }));
  }
  return [];
}
