// Error messages for text that could not be sent.
import { CallError } from '#client/kit/data/call.ts';
import { POST_MAX_CHARACTERS } from '#contract/forum/limits.ts';

const OFFLINE = 'The site could not be reached. Check your connection and try again.';

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

const waiting = (seconds: number): string =>
  seconds < 60 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute');

/** Error message for a failed call, with the waiting time if the server sent one. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something went wrong. Please try again.';
  if (error.status === 0) return OFFLINE;
  if (error.status === 429 && error.retryAfterSeconds > 0) {
    const [first] = error.message.split(/(?<=\.) /);
    return `${first} Please wait ${waiting(error.retryAfterSeconds)} and try again.`;
  }
  return error.message;
}

/**
 * With these codes, the call may have succeeded, because the response did not come from the site or the error occurred after the
 * work was done.
 */
const UNSURE: readonly CallError['code'][] = [null, 'INTERNAL', 'UNAVAILABLE'];

/** Whether a call may have succeeded despite its error. */
export function isUnsure(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 0 || error.status >= 500) && UNSURE.includes(error.code);
}

/** First part of an error message about an unknown outcome. */
export function mishapOf({ code }: CallError): string {
  return code === null ? 'The connection was lost' : 'Something went wrong on our side';
}

/** Why the text cannot be sent; null if it can be sent. The messages are the same as the server's. */
export function objectionTo(text: string): string | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return 'Write something first.';
  return text.length > POST_MAX_CHARACTERS ? `At most ${POST_MAX_CHARACTERS} characters.` : null;
}
