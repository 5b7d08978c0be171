import type { KeyGroup } from '#client/kit/keys/key-groups.ts';

/** The keys of the review page, for the list of keys. */
export const REVIEW_KEYS: KeyGroup = {
  title: 'Review, instead of the same keys of the preview',
  keys: [
    [['A'], 'Approve'],
    [['1', '6'], 'Choose a reason'],
    [['R'], 'Reject with the reason'],
    [['Q'], 'Ask the creator'],
    [['S'], 'Skip to the next upload'],
    [['Tab'], 'Go through the findings'],
  ],
};
