// Which new passwords are refused: those that attackers try first (quality.md; NIST SP 800-63B-4, section 3.1.1.2).

import { Problem } from '#server/kit/http/problem.ts';
import type { Deps } from '../../deps.ts';

let knownWords: Promise<ReadonlySet<string>> | null = null;

/** The list is large and seldom needed, so it is read at its first use and then kept. */
const commonWords = (): Promise<ReadonlySet<string>> => {
  knownWords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST_CORE)),
  );
  return knownWords;
};

/** New passwords have ten characters at least, so a core that makes half of one has five. */
const SHORTEST_CORE = 5;
const SHORTEST_NAME = 3;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** What is left without the digits and signs that people put around a word. */
const coreOf = (folded: string): string => folded.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');

const lettersOf = (text: string): string => fold(text).replaceAll(/[^\p{L}]/gu, '');

const isCommon = (folded: string, words: ReadonlySet<string>): boolean => {
  if (words.has(folded)) return true;
  const core = coreOf(folded);
  // Much that was added makes it another password; a little does not.
  return words.has(core) && core.length * 2 >= folded.length;
};

/** Whether a password has no letters but those of a name, once or several times. */
const isMadeOf = (password: string, name: string): boolean => {
  const word = lettersOf(name);
  const letters = lettersOf(password);
  return word.length >= SHORTEST_NAME && letters !== '' && letters.replaceAll(word, '') === '';
};

/** The site's own words, which anybody would try here. */
const SITE_WORDS = ['helix', 'helixresource', 'helixleaker', 'leaker', 'premium'];

/**
 * What is wrong with a new password, in one sentence; null when nothing is.
 * @param about.names what everybody may know of the person and the site: address, username, the site's name and host
 */
export async function objectionToPassword(
  password: string,
  about: { names: readonly string[] },
): Promise<string | null> {
  if (password.trim() === '') return 'A password needs more than spaces.';
  if (isCommon(fold(password), await commonWords())) {
    return 'This password is on the lists that attackers try first. Choose another one.';
  }
  if ([...SITE_WORDS, ...about.names].some((name) => isMadeOf(password, name))) {
    return 'This password is too close to your name, your address or this site. Choose another one.';
  }
  return null;
}

/**
 * Refuses a new password that others would guess, as BAD_INPUT at the field of that name.
 * @param person.username what they are called, or wish to be
 */
export async function requireGoodPassword(
  deps: Pick<Deps, 'settings' | 'publicUrl'>,
  { field, password, person }: { field: string; password: string; person: { email: string; username: string } },
): Promise<void> {
  const [local = '', domain = ''] = person.email.split('@');
  const { siteName } = await deps.settings.get();
  const host = new URL(deps.publicUrl()).hostname.split('.').slice(-2)[0] ?? '';
  const names = [local, person.email, domain.split('.')[0] ?? '', person.username, siteName, host];
  const objection = await objectionToPassword(password, { names });
  if (objection) throw new Problem('BAD_INPUT', { fields: { [field]: objection } });
}
