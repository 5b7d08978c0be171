import type { Deps } from '../../deps.ts';
import type { JobHelpers } from '../../kit/jobs.ts';

/** Checks one session. */
export async function checkArrival(_deps: Deps, _sessionId: string, _helpers: JobHelpers): Promise<void> {}
