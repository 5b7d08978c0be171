// Ctrl-C and its like for commands that have started servers: these have process groups of their own and would outlive the command.

/** Hung up, Ctrl-C, and what a service manager sends. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Runs something that can be broken off. A second signal changes nothing: what is under way then is the tidying up.
 * @param run its signal is aborted with one sentence as the reason
 */
export const untilBrokenOff = async <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const breaking = new AbortController();
  const stop = (): void => {
    if (!breaking.signal.aborted) breaking.abort(new Error('it was broken off'));
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  try {
    return await run(breaking.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
};
