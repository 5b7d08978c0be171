/** What a program that reads strangers' files gets and may use, and how it ended (process-run.ts). */

export type ProcessLimits = {
  /** Writable memory, in kB. */
  memoryKb: number;
  /** Processor time in seconds: it holds also when this server is no more. */
  cpuSeconds: number;
  /** Time on the clock, in milliseconds. */
  timeMs: number;
  /** What it may answer, in bytes; more ends it. */
  outputBytes: number;
};

export type ProcessOutcome = {
  /** Null when it was ended by a signal. */
  code: number | null;
  signal: string | null;
  output: Buffer;
  /** The last of what it complained of. */
  errors: string;
  /** Which of our limits it met; those of memory and processor time show as a signal or in its own words. */
  ended: 'time' | 'output' | 'asked' | null;
};

export type ProcessOptions = {
  /** Files and folders that it may read beside its own; nothing else is in its view where it is isolated. */
  reads?: readonly string[] | undefined;
  /** What it reads from its input; without it, nothing. */
  input?: Uint8Array | undefined;
  /** Ends it immediately; the outcome says `asked`. */
  signal?: AbortSignal | undefined;
  /** Its whole environment; without it, nothing. */
  env?: Readonly<Record<string, string>> | undefined;
};
