/** Runs a program that reads strangers' files, at the best isolation that this machine has. */

import type { Command } from './isolation.ts';
import { findIsolation } from './isolation-level.ts';
import type { ProcessLimits, ProcessOptions, ProcessOutcome } from './process-limits.ts';
import { runWithin } from './process-run.ts';

/**
 * Runs a command and waits until it has ended, with everything that it started.
 * @throws Problem UNAVAILABLE when the system has no room for another process
 */
export async function runLimited(
  command: Command,
  limits: ProcessLimits,
  options: ProcessOptions = {},
): Promise<ProcessOutcome> {
  return runWithin(await findIsolation(), command, limits, options);
}
