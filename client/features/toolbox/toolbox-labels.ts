// Labels and messages for server states, figures and errors in the toolbox (specification, sections 2, 4 and 8).
import { CallError } from '#client/kit/data/call.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import type { Tone } from '#client/ui/badge.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import { NoToken } from './token.ts';

export const STATUS_WORDS: Record<ToolboxServer['status'], { word: string; tone: Tone }> = {
  online: { word: 'Online', tone: 'scope' },
  offline: { word: 'Offline', tone: 'muted' },
  starting: { word: 'Starting', tone: 'tungsten' },
  stopping: { word: 'Stopping', tone: 'tungsten' },
  error: { word: 'Error', tone: 'clip' },
};

/** Shown for values that could not be measured. */
export const UNKNOWN = '-';

/** Formats a value, or returns `UNKNOWN` if it is missing. */
export function orUnknown<T>(value: T | null, write: (value: T) => string): string {
  return value === null ? UNKNOWN : write(value);
}

export function writePercent(percent: number): string {
  return `${percent.toFixed(1)}%`;
}

/** Formats a rate in bytes per second. */
export function writeRate(rate: number): string {
  return `${formatBytes(Math.round(rate))}/s`;
}

/** Uptime in its two largest units: '12 d 4 h', '4 h 9 min', '9 min'. */
export function writeUptime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return `${days} d ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** Address with port; IPv6 addresses are enclosed in brackets. */
export function writeAddress({ ip, port }: Pick<ToolboxServer, 'ip' | 'port'>): string {
  return ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** Content of the red banner. `code` is set if the user can resolve the problem. */
export type ToolboxFailure = { sentence: string; reason: string | null; code: string | null };

const failure = (sentence: string, reason: string | null = null, code: string | null = null): ToolboxFailure => ({
  sentence,
  reason,
  code,
});

const isOwnSentence = (error: CallError): boolean => error.code !== null;

/** Explains why no token could be obtained. */
const tellNoToken = ({ message, cause }: NoToken): ToolboxFailure => {
  // Instead of reporting a problem with the token, this message says how to proceed.
  if (cause.code === 'TWO_FACTOR_NEEDED') return failure(cause.message, null, cause.code);
  if (cause.code === 'CONFIRMATION_REQUIRED') return failure("Confirm it's you to open the toolbox.", null, cause.code);
  const isTold = cause.status === 0 || cause.message === message || !isOwnSentence(cause);
  return failure(message, isTold ? null : cause.message);
};

/**
 * Turns a failed call into banner text. If there was no response, the call's own message is used (contract/toolbox/api.ts,
 * `fallback`).
 */
type Tell = (error: CallError) => ToolboxFailure;

export function tellFailure(error: unknown, tell: Tell): ToolboxFailure {
  if (error instanceof NoToken) return tellNoToken(error);
  if (!(error instanceof CallError)) return failure('Something went wrong. Please try again.');
  return error.status === 0 ? failure(error.message) : tell(error);
}

/** Text for a failed request for the server list: "Failed to fetch servers: {error}". */
export const tellFetch: Tell = (error) =>
  failure(`Failed to fetch servers: ${isOwnSentence(error) ? error.message : `the site returned ${error.status}`}`);

/** Text for a failed action: the server's message, or "Failed to {action} server" if there is no message. */
export function tellAction(action: string): Tell {
  return (error) => failure(isOwnSentence(error) ? error.message : `Failed to ${action} server`);
}

/** A fixed sentence, followed by the server's reason. */
export function tellRefusal(sentence: string): Tell {
  return (error) => failure(sentence, isOwnSentence(error) ? error.message : null);
}
