// Every job that a worker of this site may run.

import { erasePeople, followDeparture, revokeDeparted } from '#server/features/account-deletion/jobs.ts';
import { sweepSecurity } from '#server/features/accounts/security/jobs.ts';
import { countClosedDays } from '#server/features/admin/dashboard/jobs.ts';
import { dropLogo } from '#server/features/admin/settings/jobs.ts';
import { dropAdImage } from '#server/features/downloads/ads/jobs.ts';
import { dropForumPictures, renderForumPosts, sweepForumPictures } from '#server/features/forum/content/jobs.ts';
import { sweepProxiedPictures } from '#server/features/image-proxy/jobs.ts';
import {
  countMembers,
  letMemberIn,
  registerCommands,
  settleRole,
  sweepRoles,
} from '#server/features/premium/discord-role/jobs.ts';
import {
  readOneLink,
  readOneMember,
  rereadLinks,
  settleAll,
  sweepCampaign,
  syncMembers,
} from '#server/features/premium/patreon-sync/jobs.ts';
import { tellDecision } from '#server/features/requests/moderation/jobs.ts';
import { sweepShareCards } from '#server/features/seo/og-images/jobs.ts';
import { makePreviews, restartPreviews } from '#server/features/uploads/previews/jobs.ts';
import { dropPictures } from '#server/features/uploads/previews/pictures.ts';
import { checkSession, dropUnnamedContents, restartStalled } from '#server/features/uploads/processing/jobs.ts';
import { sweepArrivals } from '#server/features/uploads/sessions/jobs.ts';
import { foldListCounts } from '#server/kit/db/list-counts.ts';
import type { Job } from '#server/kit/jobs/jobs.ts';
import { sweepCounters } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { sendPlainMail, sendQueuedMail, sweepMail } from '#server/platform/mail.ts';
import type { Deps } from './deps.ts';
import { sendResetLink, sweepAccounts } from './features/accounts/jobs.ts';
import { sweepSelections, sweepTickets } from './features/downloads/jobs.ts';
import { dropPicture, forgetFreedNames } from './features/members/jobs.ts';
import { readPreview } from './features/requests/jobs.ts';
import { refreshTrends } from './features/resources/jobs.ts';
import { purgeUploads } from './features/uploads/jobs.ts';

export const siteJobs: readonly Job<unknown, Deps>[] = [
  sweepArrivals,
  sendQueuedMail,
  sendPlainMail,
  sweepMail,
  sweepCounters,
  sweepAccounts,
  sendResetLink,
  sweepSecurity,
  sweepTickets,
  sweepSelections,
  dropPicture,
  dropLogo,
  dropAdImage,
  checkSession,
  dropUnnamedContents,
  restartStalled,
  makePreviews,
  restartPreviews,
  dropPictures,
  refreshTrends,
  purgeUploads,
  foldListCounts,
  followDeparture,
  revokeDeparted,
  erasePeople,
  countClosedDays,
  sweepForumPictures,
  dropForumPictures,
  renderForumPosts,
  forgetFreedNames,
  settleRole,
  letMemberIn,
  sweepRoles,
  countMembers,
  registerCommands,
  readOneMember,
  readOneLink,
  syncMembers,
  rereadLinks,
  settleAll,
  sweepCampaign,
  tellDecision,
  sweepProxiedPictures,
  sweepShareCards,
  readPreview,
];
