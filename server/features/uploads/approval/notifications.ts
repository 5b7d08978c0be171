// Notifications about decisions on uploads, for their leaker, and about new uploads, for the followers.
import { z } from 'zod';
import { ownUploadPath, resourcePath } from '#contract/paths.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { isOwnUploadKept, isUploadPublic } from './queries.ts';

const decided = z.object({ id: z.uuid(), title: z.string(), reason: z.string().nullable() });
const channels = { bell: true, email: true, digest: false };

export const uploadApproved = defineNotification({
  kind: 'upload-approved',
  group: 'uploads',
  icon: 'upload',
  label: 'Approved uploads',
  channels,
  mails: 'own',
  data: decided,
  words: ({ id, title, reason }) => ({
    title: `${title} is approved`,
    line: reason ?? 'It is on the site now.',
    href: resourcePath(id),
  }),
  isVisible: isUploadPublic,
});

export const uploadRejected = defineNotification({
  kind: 'upload-rejected',
  group: 'uploads',
  icon: 'close',
  label: 'Rejected uploads',
  channels,
  mails: 'own',
  data: decided,
  words: ({ id, title, reason }) => ({
    title: `${title} was not approved`,
    line: reason ?? 'You can edit it and submit it again.',
    href: ownUploadPath(id),
  }),
  isVisible: isOwnUploadKept,
});

export const newUpload = defineNotification({
  kind: 'new-upload',
  group: 'following',
  icon: 'user',
  label: 'New uploads by people you follow',
  channels: { bell: true, email: false, digest: false },
  mails: 'later',
  data: z.object({ id: z.uuid(), title: z.string(), isPremium: z.boolean() }),
  words: ({ id, title, isPremium }, actor) => ({
    title: `${actor} uploaded ${title}`,
    line: `${isPremium ? 'Premium' : 'Free'}. You follow ${actor}.`,
    href: resourcePath(id),
  }),
  isVisible: isUploadPublic,
});
