// Emails to authors whose post or thread a moderator removed (product.md CO-6).

export type ForumNotice = { kind: 'post-removed' | 'thread-removed'; title: string; reason: string };

type Site = { url: string; contact: string };
type Words = { subject: string; says: string[]; why: string };

/** How to contest the decision: at the site's contact address or, if it has none, with the report form. */
const ask = ({ url, contact }: Site): string =>
  `If you think this is a mistake, let us know: ${contact === url ? `${url}/report` : contact}`;

const WHY = 'You are receiving this email because a moderator removed something you posted in the forum.';

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
};
