/** Runs a program that reads untrusted files, with the best isolation this machine supports. */

import type { Command } from './isolation.ts';
import { findIsolation } from './isolation-level.ts';
import type { ProcessLimits, ProcessOptions, ProcessOutcome } from './process-limits.ts';
import { runWithin } from './process-run.ts';

/**
 * Runs a command and waits until it and all its child processes have ended.
 * @throws Problem UNAVAILABLE when the process cannot be started
 */
export async function runLimited(
  command: Command,
  limits: ProcessLimits,
  options: ProcessOptions = {},
): Promise<ProcessOutcome> {
  return runWithin(await findIsolation(), command, limits, options);
}
