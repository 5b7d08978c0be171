// All jobs that the site's workers can run.

import { erasePeople, followDeparture, revokeDeparted } from '#server/features/account-deletion/jobs.ts';
import { purgeSecurityLeftovers } from '#server/features/accounts/security/jobs.ts';
import { countClosedDays } from '#server/features/admin/dashboard/jobs.ts';
import { deleteLogo } from '#server/features/admin/settings/jobs.ts';
import { tellBulkApproved } from '#server/features/applications/bulk-approvals/jobs.ts';
import { deleteAdImageFile } from '#server/features/downloads/ads/jobs.ts';
import { renewReceipts } from '#server/features/downloads/receipts/jobs.ts';
import { deleteForumPictures, purgeForumPictures, renderForumPosts } from '#server/features/forum/content/jobs.ts';
import { notifySubscribers } from '#server/features/forum/replies/jobs.ts';
import { splitForumWords } from '#server/features/forum/search/jobs.ts';
import { purgeProxiedPictures } from '#server/features/image-proxy/jobs.ts';
import { mailNotifications, purgeNotifications, sendDigests } from '#server/features/notifications/jobs.ts';
import {
  countMembers,
  letMemberIn,
  registerCommands,
  resyncRoles,
  syncRole,
} from '#server/features/premium/discord-role/jobs.ts';
import {
  purgeCampaignLeftovers,
  readOneLink,
  readOneMember,
  rereadLinks,
  syncAllMemberships,
  syncMembers,
} from '#server/features/premium/patreon-sync/jobs.ts';
import { notifyDecision } from '#server/features/requests/moderation/jobs.ts';
import { purgeUnmetSearches } from '#server/features/resources/unmet-searches/jobs.ts';
import { purgeShareCards } from '#server/features/seo/og-images/jobs.ts';
import { notifyFollowers } from '#server/features/uploads/approval/jobs.ts';
import { announceOnDiscord } from '#server/features/uploads/discord-posts/jobs.ts';
import { deletePreviewFiles } from '#server/features/uploads/previews/files/deleting.ts';
import { makeFilePreviewsJob } from '#server/features/uploads/previews/files/jobs.ts';
import { makePreviews, restartPreviews } from '#server/features/uploads/previews/jobs.ts';
import { deletePreviewPictures } from '#server/features/uploads/previews/pictures.ts';
import { checkSession, restartStalled } from '#server/features/uploads/processing/jobs.ts';
import { deleteUnnamedContents } from '#server/features/uploads/processing/removing.ts';
import { purgeUploadSessions } from '#server/features/uploads/sessions/jobs.ts';
import { notifyOfVersion } from '#server/features/uploads/versions/jobs.ts';
import { foldListCounts } from '#server/kit/db/list-counts.ts';
import type { Job } from '#server/kit/jobs/jobs.ts';
import { purgeCounters } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { purgeMail, sendPlainMail, sendQueuedMail } from '#server/platform/mail.ts';
import type { Deps } from './deps.ts';
import { purgeAccountLeftovers, sendResetLink } from './features/accounts/jobs.ts';
import { purgeSelections, purgeTickets } from './features/downloads/jobs.ts';
import { deleteFreedNames, deleteProfilePicture } from './features/members/jobs.ts';
import { readPreview } from './features/requests/jobs.ts';
import { refreshTrends } from './features/resources/jobs.ts';
import { purgeUploads } from './features/uploads/jobs.ts';

export const siteJobs: readonly Job<unknown, Deps>[] = [
  purgeUploadSessions,
  sendQueuedMail,
  sendPlainMail,
  purgeMail,
  purgeCounters,
  purgeAccountLeftovers,
  sendResetLink,
  purgeSecurityLeftovers,
  purgeTickets,
  purgeSelections,
  renewReceipts,
  deleteProfilePicture,
  deleteLogo,
  deleteAdImageFile,
  checkSession,
  deleteUnnamedContents,
  restartStalled,
  makePreviews,
  makeFilePreviewsJob,
  deletePreviewFiles,
  restartPreviews,
  deletePreviewPictures,
  refreshTrends,
  purgeUnmetSearches,
  purgeUploads,
  foldListCounts,
  tellBulkApproved,
  followDeparture,
  revokeDeparted,
  erasePeople,
  countClosedDays,
  purgeForumPictures,
  splitForumWords,
  notifySubscribers,
  deleteForumPictures,
  renderForumPosts,
  deleteFreedNames,
  syncRole,
  letMemberIn,
  resyncRoles,
  countMembers,
  registerCommands,
  readOneMember,
  readOneLink,
  syncMembers,
  rereadLinks,
  syncAllMemberships,
  purgeCampaignLeftovers,
  notifyDecision,
  mailNotifications,
  sendDigests,
  purgeNotifications,
  notifyFollowers,
  notifyOfVersion,
  announceOnDiscord,
  purgeProxiedPictures,
  purgeShareCards,
  readPreview,
];
