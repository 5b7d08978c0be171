// Every job that a worker of this site may run.
import type { Deps } from './deps.ts';
import type { Job } from './kit/jobs.ts';

export const siteJobs: readonly Job<never, Deps>[] = [];
