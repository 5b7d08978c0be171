// Notifications about messages on an upload, for its creator and the reviewers.
import { z } from 'zod';
import { ownUploadPath, reviewPath } from '#contract/paths.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { isDiscussionReadable } from './queries.ts';

export const uploadMessaged = defineNotification({
  kind: 'upload-message',
  group: 'uploads',
  icon: 'reply',
  label: 'Messages about uploads in review',
  channels: { bell: true, email: true, digest: false },
  mails: 'later',
  data: z.object({ id: z.uuid(), title: z.string(), text: z.string(), isForReviewer: z.boolean() }),
  words: ({ id, title, text, isForReviewer }, actor) => ({
    title: `${actor} ${isForReviewer ? 'wrote' : 'wrote to you'} about ${title}`,
    line: text,
    href: isForReviewer ? reviewPath(id) : ownUploadPath(id),
  }),
  isVisible: isDiscussionReadable,
});
