// Every job that a worker of this site may run.
import type { Deps } from './deps.ts';
import { sendResetLink, sweepAccounts } from './features/accounts/jobs.ts';
import { dropLogo } from './features/administration/jobs.ts';
import { dropAdImage } from './features/ads/jobs.ts';
import { sweepArrivals } from './features/arrivals/jobs.ts';
import {
  readOneLink,
  readOneMember,
  rereadLinks,
  settleAll,
  sweepCampaign,
  syncMembers,
} from './features/campaign/jobs.ts';
import { sweepShareCards } from './features/cards/jobs.ts';
import { countMembers, letMemberIn, registerCommands, settleRole, sweepRoles } from './features/chat/jobs.ts';
import { checkSession, dropUnnamedContents, restartStalled } from './features/checks/jobs.ts';
import { dropForumPictures, renderForumPosts, sweepForumPictures } from './features/composing/jobs.ts';
import { tellDecision } from './features/deciding/jobs.ts';
import { erasePeople, followDeparture, revokeDeparted } from './features/departures/jobs.ts';
import { sweepSelections, sweepTickets } from './features/downloads/jobs.ts';
import { dropPicture, forgetFreedNames } from './features/members/jobs.ts';
import { countClosedDays } from './features/overview/jobs.ts';
import { makePreviews, restartPreviews } from './features/previews/jobs.ts';
import { dropPictures } from './features/previews/pictures.ts';
import { sweepProxiedPictures } from './features/proxy/jobs.ts';
import { readPreview } from './features/requests/jobs.ts';
import { refreshTrends } from './features/resources/jobs.ts';
import { sweepSecurity } from './features/security/jobs.ts';
import { purgeUploads } from './features/uploads/jobs.ts';
import type { Job } from './kit/jobs.ts';
import { foldListCounts } from './kit/list-counts.ts';
import { sendPlainMail, sendQueuedMail, sweepMail } from './kit/mail.ts';
import { sweepCounters } from './kit/rate-counters.ts';

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
