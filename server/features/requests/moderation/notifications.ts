// Notifications about decisions on requests, for their requester and everyone who asked to be notified.
import { z } from 'zod';
import { resourcePath } from '#contract/paths.ts';
import type { RequestStatus } from '#contract/requests/api.ts';
import { REQUEST_STATUSES } from '#contract/requests/limits.ts';
import { requestNews } from '#contract/requests/news.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { isRequestShown } from './queries.ts';

const data = z.object({
  name: z.string(),
  status: z.enum(REQUEST_STATUSES),
  note: z.string(),
  resourceId: z.uuid().nullable(),
  /** Whether the recipient made the request. Everyone else voted for it. */
  isOwn: z.boolean(),
});

const shared = {
  group: 'requests',
  channels: { bell: true, email: true, digest: false },
  mails: 'own',
  data,
  isVisible: isRequestShown,
} as const;

const whose = (isOwn: boolean): string => (isOwn ? 'Your request' : 'A request you voted for');
const lineFor = ({ name, status, note }: z.output<typeof data>): string =>
  [requestNews({ resourceName: name, status }), note].filter(Boolean).join(' ');

export const requestFulfilled = defineNotification({
  ...shared,
  kind: 'request-fulfilled',
  icon: 'check',
  label: 'Fulfilled requests',
  words: (news) => ({
    title: `${whose(news.isOwn)} is fulfilled`,
    line: lineFor(news),
    href: news.resourceId === null ? '/requests' : resourcePath(news.resourceId),
  }),
});

export const requestRejected = defineNotification({
  ...shared,
  kind: 'request-rejected',
  icon: 'close',
  label: 'Rejected requests',
  words: (news) => ({ title: `${whose(news.isOwn)} was rejected`, line: lineFor(news), href: '/requests' }),
});

export const requestUpdated = defineNotification({
  ...shared,
  kind: 'request-updated',
  icon: 'refresh',
  label: 'Other changes of requests',
  words: (news) => ({
    title:
      news.status === 'Searching'
        ? `We are working on ${whose(news.isOwn).toLowerCase()}`
        : `${whose(news.isOwn)} is open again`,
    line: lineFor(news),
    href: '/requests',
  }),
});

/** The kind of notification for a request's new status. */
export function kindOfStatus(status: RequestStatus) {
  if (status === 'Fulfilled') return requestFulfilled;
  return status === 'Rejected' ? requestRejected : requestUpdated;
}
