/** Limits, options and outcome of a program that reads untrusted files (process-run.ts). */

export type ProcessLimits = {
  /** Maximum writable memory, in kB. */
  memoryKb: number;
  /** CPU time in seconds; enforced by the system even if this server dies. */
  cpuSeconds: number;
  /** Wall-clock time in milliseconds. */
  timeMs: number;
  /** Maximum output in bytes; more kills the program. */
  outputBytes: number;
};

export type ProcessOutcome = {
  /** Null when a signal ended it. */
  code: number | null;
  signal: string | null;
  output: Buffer;
  /** The end of its standard error. */
  errors: string;
  /** Why we killed it; exceeding memory or CPU time shows up as a signal or in `errors` instead. */
  ended: 'time' | 'output' | 'asked' | null;
};

export type ProcessOptions = {
  /** Files and folders it may read besides its own; when isolated, it can see nothing else. */
  reads?: readonly string[] | undefined;
  /** Its standard input; empty by default. */
  input?: Uint8Array | undefined;
  /** Kills it immediately when aborted; the outcome is then `asked`. */
  signal?: AbortSignal | undefined;
  /** Its entire environment; empty by default. */
  env?: Readonly<Record<string, string>> | undefined;
};
