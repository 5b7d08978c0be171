// Tells authors what a moderator did with their threads and posts, in the bell and by email.
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { notifyPerson, ownMailOf } from '#server/features/notifications/public.ts';
import type { AuditActor } from '#server/platform/audit.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { findReader, isModeratedShown } from './queries.ts';

const acts = z.enum([
  'post-removed',
  'post-restored',
  'thread-locked',
  'thread-removed',
  'thread-restored',
  'thread-moved',
  'thread-merged',
]);
type Act = z.output<typeof acts>;

const TITLES: Record<Act, string> = {
  'post-removed': 'Your post was removed',
  'post-restored': 'Your post was restored',
  'thread-locked': 'Your thread was locked',
  'thread-removed': 'Your thread was removed',
  'thread-restored': 'Your thread was restored',
  'thread-moved': 'Your thread was moved',
  'thread-merged': 'Your thread was merged',
};

const LIST = '/notifications';

export const moderated = defineNotification({
  kind: 'moderated',
  group: 'reports',
  icon: 'flag',
  label: 'Moderation of your posts',
  channels: { bell: true, email: true, digest: false },
  mails: 'own',
  data: z.object({
    act: acts,
    /** Title of the thread. */
    title: z.string(),
    reason: z.string(),
    /** Path of what can still be read; null for removed content. */
    path: z.string().nullable(),
  }),
  words: ({ act, title, reason, path }) => ({ title: TITLES[act], line: `${title}: ${reason}`, href: path ?? LIST }),
  isVisible: isModeratedShown,
});

type NoticeDeps = Pick<Deps, 'settings' | 'publicUrl' | 'now' | 'secret'>;

type News = {
  act: Act;
  /** Of the thread or post. */
  id: string;
  authorId: string;
  title: string;
  reason: string;
  by: AuditActor;
  at: Date;
  /** Where the author can read it, and the post that must be readable for that. */
  shown?: { path: string; postId: string } | undefined;
};

/** Tells the author of moderated content. Skips deleted accounts, and moderators of their own content. */
export async function tellAuthor(deps: NoticeDeps, trx: Deps['db'], news: News): Promise<void> {
  const { act, id, authorId, title, reason, by, at, shown } = news;
  if (authorId === by.id) return;
  const author = await findReader(trx, authorId);
  if (!author) return;
  const data = { act, title, reason, path: shown?.path ?? null };
  const key = `${act} ${id} ${at.getTime()}`;
  await notifyPerson(trx, moderated, { userId: authorId, key, subjectId: shown?.postId ?? null, data }, at);
  const mail = await ownMailOf(deps, trx, moderated, authorId);
  if (mail)
    await sendNotice(deps, trx, { email: author.email, name: author.username }, { kind: act, title, reason }, mail);
}
