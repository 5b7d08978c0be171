/** Limits, options and outcome for a program that reads untrusted files (process-run.ts). */

export type ProcessLimits = {
  /** Maximum writable memory, in kB. */
  memoryKb: number;
  /** CPU time in seconds; enforced by the system even if this server dies. */
  cpuSeconds: number;
  /** Wall-clock time in milliseconds. */
  timeMs: number;
  /** Maximum output in bytes; the program is killed if it writes more. */
  outputBytes: number;
};

export type ProcessOutcome = {
  /** Exit code; null if the program was ended by a signal. */
  code: number | null;
  signal: string | null;
  output: Buffer;
  /** The last part of its standard error. */
  errors: string;
  /** Why we killed it. Exceeding the memory or CPU limit shows up as a signal or in `errors` instead. */
  ended: 'time' | 'output' | 'asked' | null;
};

export type ProcessOptions = {
  /** Files and folders that the program can read besides its own. When isolated, it cannot see anything else. */
  reads?: readonly string[] | undefined;
  /** Standard input; empty by default. */
  input?: Uint8Array | undefined;
  /** Kills the program immediately when aborted; `ended` is then `asked`. */
  signal?: AbortSignal | undefined;
  /** The complete environment; empty by default. */
  env?: Readonly<Record<string, string>> | undefined;
};
