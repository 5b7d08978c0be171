// The licences of assets: what each allows, and the strictest of several (product.md DL-11). Only what their texts say.
import type { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';

/** Questions that every licence answers, in the order of the licence card. */
export const LICENCE_QUESTIONS = ['clientWork', 'monetised', 'credit', 'redistribution', 'aiTraining'] as const;
export type LicenceQuestion = (typeof LICENCE_QUESTIONS)[number];

export const QUESTION_LABELS: Record<LicenceQuestion, string> = {
  clientWork: 'Client work',
  monetised: 'Monetised video',
  credit: 'Credit needed',
  redistribution: 'Redistribution',
  aiTraining: 'AI training',
};

/** `conditions` is a yes under the licence's condition. */
export type LicenceAnswer = 'yes' | 'conditions' | 'no';

export type Licence = {
  /** SPDX identifier. */
  spdx: string;
  /** Page with the text: another site's, or a path on this site. */
  url: string;
  meaning: string;
  /** What `conditions` means. */
  condition: string;
  answers: Record<LicenceQuestion, LicenceAnswer>;
};

export const LICENCES: Record<(typeof UPLOAD_LICENCES)[number], Licence> = {
  CC0: {
    spdx: 'CC0-1.0',
    url: 'https://creativecommons.org/publicdomain/zero/1.0/',
    meaning: 'Any use, no credit needed.',
    condition: '',
    answers: { clientWork: 'yes', monetised: 'yes', credit: 'no', redistribution: 'yes', aiTraining: 'yes' },
  },
  'CC BY 4.0': {
    spdx: 'CC-BY-4.0',
    url: 'https://creativecommons.org/licenses/by/4.0/',
    meaning: 'Any use, with credit to the creator.',
    condition: 'With credit',
    answers: {
      clientWork: 'yes',
      monetised: 'yes',
      credit: 'yes',
      redistribution: 'conditions',
      aiTraining: 'conditions',
    },
  },
  'CC BY-NC 4.0': {
    spdx: 'CC-BY-NC-4.0',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
    meaning: 'Non-commercial use, with credit to the creator.',
    condition: 'Non-commercial, with credit',
    answers: {
      clientWork: 'no',
      monetised: 'no',
      credit: 'yes',
      redistribution: 'conditions',
      aiTraining: 'conditions',
    },
  },
  'Helix Standard': {
    spdx: 'LicenseRef-Helix-Standard-1.0',
    url: '/terms#helix-standard-licence',
    meaning: 'Use in personal and client work. Don’t redistribute the files.',
    condition: '',
    answers: { clientWork: 'yes', monetised: 'yes', credit: 'no', redistribution: 'no', aiTraining: 'no' },
  },
};

/** Facts about a licence by its name; undefined for none, or a name that the site doesn't know. */
export function licenceOf(name: string | null): Licence | undefined {
  return (LICENCES as Record<string, Licence>)[name ?? ''];
}

const STRICTEST_FIRST: readonly LicenceAnswer[] = ['no', 'conditions', 'yes'];

/** The answer of an unknown licence: nothing is allowed, because nobody said so. */
const unstated = (question: LicenceQuestion): LicenceAnswer => (question === 'credit' ? 'yes' : 'no');

const answerOf = (name: string | null, question: LicenceQuestion): LicenceAnswer =>
  licenceOf(name)?.answers[question] ?? unstated(question);

/** How strict an answer is; 0 is strictest. A yes is strict where credit is the question. */
const leniency = (question: LicenceQuestion, answer: LicenceAnswer): number =>
  question === 'credit' ? STRICTEST_FIRST.toReversed().indexOf(answer) : STRICTEST_FIRST.indexOf(answer);

/** The strictest answer to a question, and the items that cause it; no causes if it is the most lenient answer. */
export type CombinedAnswer<Item> = { question: LicenceQuestion; answer: LicenceAnswer; causes: Item[] };

/** What may be done with several assets together: for each question, the strictest answer of their licences. */
export function combineLicences<Item extends { licence: string | null }>(
  items: readonly Item[],
): CombinedAnswer<Item>[] {
  return LICENCE_QUESTIONS.map((question) => {
    const answers = items.map(({ licence }) => answerOf(licence, question));
    const least = Math.min(2, ...answers.map((answer) => leniency(question, answer)));
    const isStrictest = (answer: LicenceAnswer) => leniency(question, answer) === least;
    const answer = answers.find(isStrictest) ?? (question === 'credit' ? 'no' : 'yes');
    return {
      question,
      answer,
      causes: least === 2 ? [] : items.filter((_item, index) => isStrictest(answers[index] ?? 'no')),
    };
  });
}
