// Notifications about new followers.
import { z } from 'zod';
import { profilePath } from '#contract/paths.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { isStillFollowing } from './queries.ts';

export const newFollower = defineNotification({
  kind: 'new-follower',
  group: 'following',
  icon: 'user',
  label: 'New followers',
  channels: { bell: true, email: false, digest: false },
  mails: 'later',
  data: z.object({}),
  words: (_data, actor) => ({ title: `${actor} follows you`, line: '', href: profilePath(actor) }),
  isVisible: isStillFollowing,
});
