// Which searches count for the demand radar, and how people are counted without storing who they are. No I/O.
import { createHash, createHmac, hkdfSync } from 'node:crypto';

/** Length of the words in characters. Shorter ones are still being typed; longer ones are sentences. */
const LENGTH = { min: 3, max: 60 };
const MOST_WORDS = 6;
/** Longer "words" are tokens and ids. */
const WORD_MAX_CHARACTERS = 24;
/** Phone numbers, cards and ids have at least this many digits; years, sizes and bit rates have fewer. */
const MOST_DIGITS = 6;

/** Looks like an email address, a link, a domain or a file's name, also if written for people ("at gmail com"). */
const PERSONAL =
  /@|:\/\/|\bwww\b|[\p{L}\d-]\.\p{L}{2,}|\b(?:gmail|googlemail|outlook|hotmail|yahoo|icloud|proton ?mail)\b|[([{] ?(?:at|dot) ?[)\]}]/iu;

/**
 * The words of a search as they are counted: lower case, without punctuation, separated by single spaces. Null if the search is not
 * counted: too short, too long, without letters, or possibly personal.
 */
export function countedWords(search: string): string | null {
  const text = search.normalize('NFKC');
  if (PERSONAL.test(text)) return null;
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const joined = words.join(' ');
  const characters = [...joined].length;
  if (characters < LENGTH.min || characters > LENGTH.max || words.length > MOST_WORDS) return null;
  if (!/\p{L}/u.test(joined) || words.some((word) => [...word].length > WORD_MAX_CHARACTERS)) return null;
  return (joined.match(/\p{N}/gu)?.length ?? 0) > MOST_DIGITS ? null : joined;
}

/** Whether one search is the other one while it was being typed or deleted. */
export function isSameTyping(words: string, other: string): boolean {
  return words.startsWith(other) || other.startsWith(words);
}

type PeopleHash = {
  /** Names the key. After the site's secret has changed, people have other hashes. */
  key: string;
  /** Hash of a person, which never leaves this process. */
  ofPerson(person: string): string;
  /** Hash of a person in one search. Without the site's secret, nothing shows which searches are by the same person. */
  inSearch(personHash: string, words: string): string;
};

/** The hashes that searches are counted by. Their key is derived from the site's secret. */
export function createPeopleHash(secret: Buffer): PeopleHash {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'unmet searches', 32));
  const hash = (...parts: string[]): string =>
    createHmac('sha256', key).update(parts.join('\0')).digest('hex').slice(0, 32);
  return {
    key: createHash('sha256').update(key).digest('hex').slice(0, 8),
    ofPerson: (person) => hash('person', person),
    inSearch: (personHash, words) => hash('search', personHash, words),
  };
}
