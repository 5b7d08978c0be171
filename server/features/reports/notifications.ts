// Notifications about decisions on reports, for members who reported something and for the owners of reported content.
import { z } from 'zod';
import { ownUploadPath, resourcePath } from '#contract/paths.ts';
import { defineNotification } from '#server/platform/notices/notification-kinds.ts';
import { isOpenToOwner, isOpenToReporter } from './queries.ts';

const data = z.object({
  /** Title of the reported subject; empty for profiles, whose names change. */
  label: z.string(),
  outcome: z.enum(['hidden', 'removed', 'upheld', 'dismissed']),
  message: z.string(),
  /** The reported asset, if the recipient can open it. It is the notification's subject as well. */
  assetId: z.uuid().nullable(),
});
type ReportNews = z.output<typeof data>;

const channels = { bell: true, email: true, digest: false };
const LIST = '/notifications';

const lineFor = ({ label, message }: ReportNews): string => (label === '' ? message : `${label}: ${message}`);

const ownerTitles: Record<ReportNews['outcome'], string> = {
  hidden: 'Your upload was hidden',
  removed: 'Your post was removed',
  upheld: 'A report about your content was upheld',
  dismissed: 'A report about your content was closed',
};

export const reportClosed = defineNotification({
  kind: 'report-closed',
  group: 'reports',
  icon: 'flag',
  label: 'Decisions on your reports',
  channels,
  mails: 'own',
  data,
  words: (news) => ({
    title: 'Your report is closed',
    line: lineFor(news),
    href: news.assetId === null ? LIST : resourcePath(news.assetId),
  }),
  isVisible: isOpenToReporter,
});

export const ownContentReported = defineNotification({
  kind: 'own-content-reported',
  group: 'reports',
  icon: 'flag',
  label: 'Reports about your content',
  channels,
  mails: 'own',
  data,
  words: (news) => ({
    title: ownerTitles[news.outcome],
    line: lineFor(news),
    href: news.assetId === null ? LIST : ownUploadPath(news.assetId),
  }),
  isVisible: isOpenToOwner,
});
