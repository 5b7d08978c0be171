// Handles Ctrl-C and other signals in commands that start servers. Without this, the servers would keep running, because they run
// in their own process groups.

/** Signals for a closed terminal, for Ctrl-C, and for a stop by a service manager. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const stops = new Set<(reason: string) => void>();

// If the program that reads the output exits, as with `| head`, the command and its servers stop without a stack trace.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exitCode = 1;
  if (stops.size === 0) process.exit();
  for (const stop of stops) stop(`its output could not be written (${code})`);
});
process.stderr.on('error', () => {});

/**
 * Runs a function that a signal can interrupt. The first signal starts the clean-up; further signals have no effect.
 * @param run receives an AbortSignal, which is aborted with a one-sentence reason
 */
export async function untilBrokenOff<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const breaking = new AbortController();
  const abort = (reason: string): void => {
    if (!breaking.signal.aborted) breaking.abort(new Error(reason));
  };
  const stop = (): void => abort('it was interrupted');
  stops.add(abort);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await run(breaking.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    stops.delete(abort);
  }
}
