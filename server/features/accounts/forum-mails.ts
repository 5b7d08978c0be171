// What somebody is told by mail when a moderator has removed what they wrote in the forum (product.md CO-6).

export type ForumNotice = { kind: 'post-removed' | 'thread-removed'; title: string; reason: string };

type Site = { url: string; contact: string };
type Words = { subject: string; says: string[]; why: string };

/** Whom to tell that it was a mistake; a site that names no contact has a form. */
const ask = ({ url, contact }: Site): string =>
  `If you think that this is a mistake, tell us: ${contact === url ? `${url}/report` : contact}`;

const WHY = 'You get this mail because a moderator removed something that you wrote in the forum.';

export const forumWriters: Record<ForumNotice['kind'], (notice: ForumNotice, site: Site) => Words> = {
  'post-removed': ({ title, reason }, site) => ({
    subject: 'Your post was removed',
    says: [`What you wrote in the thread "${title}" was removed.`, `The reason: ${reason}`, ask(site)],
    why: WHY,
  }),
  'thread-removed': ({ title, reason }, site) => ({
    subject: 'Your thread was removed',
    says: [`Your thread "${title}" was removed with all its posts.`, `The reason: ${reason}`, ask(site)],
    why: WHY,
  }),
};
