// Notifications about posts: replies in threads that people subscribe to, and mentions, which every quote contains.
import { z } from 'zod';
import { postPath } from '#contract/paths.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { isPostShown } from './queries.ts';

const shared = {
  group: 'replies',
  icon: 'reply',
  channels: { bell: true, email: false, digest: false },
  mails: 'later',
  data: z.object({
    threadId: z.uuid(),
    postId: z.uuid(),
    category: z.string(),
    subCategory: z.string(),
    /** The beginning of the post. */
    excerpt: z.string(),
  }),
  isVisible: isPostShown,
} as const;

const hrefOf = ({ threadId, postId, category, subCategory }: z.output<typeof shared.data>): string =>
  postPath({ category: { slug: category }, subCategory: { slug: subCategory } }, threadId, postId);

export const threadReply = defineNotification({
  ...shared,
  kind: 'thread-reply',
  label: 'Replies in subscribed threads',
  // Rows from before people could subscribe are all for the thread's author.
  data: shared.data.extend({ isOwn: z.boolean().default(true) }),
  words: (post, actor) => ({
    title: post.isOwn ? `${actor} replied to you` : `${actor} replied in a subscribed thread`,
    line: post.excerpt,
    href: hrefOf(post),
  }),
});

export const mention = defineNotification({
  ...shared,
  kind: 'mention',
  label: 'Mentions and quotes',
  words: (post, actor) => ({ title: `${actor} mentioned you`, line: post.excerpt, href: hrefOf(post) }),
});

/** What a post notifies people of. */
export const postKinds = { threadReply, mention };
