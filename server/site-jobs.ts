// Every job that a worker of this site may run.
import type { Deps } from './deps.ts';
import { sweepSessions } from './features/accounts/jobs.ts';
import { sweepSelections, sweepTickets } from './features/downloads/jobs.ts';
import { refreshTrends } from './features/resources/jobs.ts';
import type { Job } from './kit/jobs.ts';
import { sendQueuedMail } from './kit/mail.ts';
import { sweepCounters } from './kit/rate-counters.ts';

export const siteJobs: readonly Job<unknown, Deps>[] = [
  sendQueuedMail,
  sweepCounters,
  sweepSessions,
  sweepTickets,
  sweepSelections,
  refreshTrends,
];
