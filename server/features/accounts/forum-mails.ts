// Emails to authors whose post or thread a moderator removed, restored, locked, moved or merged (product.md CO-6).

type ThreadKind = 'thread-locked' | 'thread-removed' | 'thread-restored' | 'thread-moved' | 'thread-merged';
type Kind = 'post-removed' | 'post-restored' | ThreadKind;

/** `title` is that of the thread. */
export type ForumNotice = { kind: Kind; title: string; reason: string };

type Site = { url: string; contact: string };
type Words = { subject: string; says: string[]; why: string };

/** How to contest the decision: at the site's contact address or, if it has none, with the report form. */
const ask = ({ url, contact }: Site): string =>
  `If you think this is a mistake, let us know: ${contact === url ? `${url}/report` : contact}`;

const WHY = 'You are receiving this email because a moderator removed something you posted in the forum.';
const WHY_CHANGED = 'You are receiving this email because a moderator changed something you posted in the forum.';

export const forumWriters: Record<ForumNotice['kind'], (notice: ForumNotice, site: Site) => Words> = {
  'post-removed': ({ title, reason }, site) => ({
    subject: 'Your post was removed',
    says: [`Your post in the thread "${title}" was removed.`, `Reason: ${reason}`, ask(site)],
    why: WHY,
  }),
  'thread-removed': ({ title, reason }, site) => ({
    subject: 'Your thread was removed',
    says: [`Your thread "${title}" and all its posts were removed.`, `Reason: ${reason}`, ask(site)],
    why: WHY,
  }),
  'post-restored': ({ title, reason }) => ({
    subject: 'Your post was restored',
    says: [`Your post in the thread "${title}" was restored.`, `Reason: ${reason}`],
    why: WHY_CHANGED,
  }),
  'thread-restored': ({ title, reason }) => ({
    subject: 'Your thread was restored',
    says: [`Your thread "${title}" and its posts were restored.`, `Reason: ${reason}`],
    why: WHY_CHANGED,
  }),
  'thread-locked': ({ title, reason }, site) => ({
    subject: 'Your thread was locked',
    says: [`Your thread "${title}" was locked. Everyone can still read it.`, `Reason: ${reason}`, ask(site)],
    why: WHY_CHANGED,
  }),
  'thread-moved': ({ title, reason }, site) => ({
    subject: 'Your thread was moved',
    says: [`Your thread "${title}" was moved to another part of the forum.`, `Reason: ${reason}`, ask(site)],
    why: WHY_CHANGED,
  }),
  'thread-merged': ({ title, reason }, site) => ({
    subject: 'Your thread was merged',
    says: [`The posts of your thread "${title}" were moved to another thread.`, `Reason: ${reason}`, ask(site)],
    why: WHY_CHANGED,
  }),
};
