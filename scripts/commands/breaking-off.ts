// Ctrl-C and its like for commands that have started servers: these have process groups of their own and would outlive the command.

/** Hung up, Ctrl-C, and what a service manager sends. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const stops = new Set<(reason: string) => void>();

// Nobody reads the output any more, as behind `| head`: the command ends without a stack trace, and with what it has started.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  process.exitCode = 1;
  if (stops.size === 0) process.exit();
  for (const stop of stops) stop(`its output cannot be written (${code})`);
});
process.stderr.on('error', () => {});

/**
 * Runs something that can be broken off. A second signal changes nothing: what is under way then is the tidying up.
 * @param run its signal is aborted with one sentence as the reason
 */
export async function untilBrokenOff<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const breaking = new AbortController();
  const abort = (reason: string): void => {
    if (!breaking.signal.aborted) breaking.abort(new Error(reason));
  };
  const stop = (): void => abort('it was broken off');
  stops.add(abort);
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await run(breaking.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    stops.delete(abort);
  }
}
