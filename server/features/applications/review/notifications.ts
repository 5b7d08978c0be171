// Notifications about decisions on applications.
import { z } from 'zod';
import { isAlwaysVisible } from '#server/features/notifications/public.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';

const data = z.object({ reason: z.string().nullable() });
const channels = { bell: true, email: true, digest: false };

export const applicationApproved = defineNotification({
  kind: 'application-approved',
  group: 'account',
  icon: 'check',
  label: 'Approved applications',
  channels,
  mails: 'own',
  data,
  words: () => ({ title: 'You are now a leaker', line: 'You can upload your work now.', href: '/leaker' }),
  isVisible: isAlwaysVisible,
});

export const applicationRejected = defineNotification({
  kind: 'application-rejected',
  group: 'account',
  icon: 'close',
  label: 'Rejected applications',
  channels,
  mails: 'own',
  data,
  words: ({ reason }) => ({
    title: 'Your application was not approved',
    line: reason ?? 'You can apply again on your dashboard.',
    href: '/dashboard',
  }),
  isVisible: isAlwaysVisible,
});
