// Rejects new passwords that attackers try first (quality.md; NIST SP 800-63B-4, section 3.1.1.2).

import { Problem } from '#server/kit/http/problem.ts';
import type { Deps } from '../../deps.ts';

let knownWords: Promise<ReadonlySet<string>> | null = null;

/** Loaded on first use and then cached, because the list is large and rarely needed. */
const commonWords = (): Promise<ReadonlySet<string>> => {
  knownWords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST_CORE)),
  );
  return knownWords;
};

/** Shorter cores make up less than half of a password and are always acceptable: new passwords have at least 10 characters. */
const SHORTEST_CORE = 5;
const SHORTEST_NAME = 3;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** The password without the digits and symbols that people add around a word. */
const coreOf = (folded: string): string => folded.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');

const lettersOf = (text: string): string => fold(text).replaceAll(/[^\p{L}]/gu, '');

const isCommon = (folded: string, words: ReadonlySet<string>): boolean => {
  if (words.has(folded)) return true;
  const core = coreOf(folded);
  // A common word is only acceptable if it makes up less than half of the password.
  return words.has(core) && core.length * 2 >= folded.length;
};

/** Whether a password contains no letters except a name, which may be repeated. */
const isMadeOf = (password: string, name: string): boolean => {
  const word = lettersOf(name);
  const letters = lettersOf(password);
  return word.length >= SHORTEST_NAME && letters !== '' && letters.replaceAll(word, '') === '';
};

/** Words related to the site, which any attacker would try here. */
const SITE_WORDS = ['helix', 'helixresource', 'helixleaker', 'leaker', 'premium'];

/**
 * Why a new password is rejected, as one sentence, or null if it is acceptable.
 * @param about.names publicly known names of the user and the site: email, username, the site's name and host
 */
export async function objectionToPassword(
  password: string,
  about: { names: readonly string[] },
): Promise<string | null> {
  if (password.trim() === '') return 'A password cannot consist only of spaces.';
  if (isCommon(fold(password), await commonWords())) {
    return 'This password is too common. Choose a different one.';
  }
  if ([...SITE_WORDS, ...about.names].some((name) => isMadeOf(password, name))) {
    return 'This password is too similar to your name, your email or this site. Choose a different one.';
  }
  return null;
}

/**
 * Rejects a guessable new password with BAD_INPUT for the given field.
 * @param person.username the current or requested username
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
