// Notifications about new versions, for followers of the creator and for people who have downloaded the asset.
import { z } from 'zod';
import { resourcePath } from '#contract/paths.ts';
import { isUploadPublic } from '#server/features/uploads/approval/queries.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';

export const newVersion = defineNotification({
  kind: 'new-version',
  group: 'following',
  icon: 'refresh',
  label: 'New versions of assets you have downloaded or whose creator you follow',
  channels: { bell: true, email: false, digest: false },
  mails: 'later',
  data: z.object({ id: z.uuid(), title: z.string(), number: z.int(), note: z.string() }),
  words: ({ id, title, number, note }, actor) => ({
    title: `${actor} updated ${title}`,
    line: `Version ${number}: ${note}`,
    href: `${resourcePath(id)}#versions`,
  }),
  isVisible: isUploadPublic,
});
