// What is said when something that was written could not be sent.
import { CallError } from '#client/kit/data/call.ts';
import { POST_MAX_CHARACTERS } from '#contract/forum/limits.ts';

const OFFLINE = 'The site could not be reached. Check your connection and try again.';

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

const waiting = (seconds: number): string =>
  seconds < 60 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute');

/** The sentence for a failed call; with how long to wait when the server says so. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof CallError)) return 'Something went wrong. Please try again.';
  if (error.status === 0) return OFFLINE;
  if (error.status === 429 && error.retryAfterSeconds > 0) {
    const [first] = error.message.split(/(?<=\.) /);
    return `${first} Please wait ${waiting(error.retryAfterSeconds)} and try again.`;
  }
  return error.message;
}

/** Answers after which it may have been done all the same: none of the site's own, or a fault that may have come after the deed. */
const UNSURE: readonly CallError['code'][] = [null, 'INTERNAL', 'UNAVAILABLE'];

/** Whether nobody can tell if the site has done it. */
export function isUnsure(error: unknown): error is CallError {
  return error instanceof CallError && (error.status === 0 || error.status >= 500) && UNSURE.includes(error.code);
}

/** The beginning of a sentence about what nobody can tell. */
export function mishapOf({ code }: CallError): string {
  return code === null ? 'The connection was lost' : 'Something went wrong on our side';
}

/** Why a text cannot be sent as it is; null when it can. The same sentences as the server's. */
export function objectionTo(text: string): string | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return 'Write something first.';
  return text.length > POST_MAX_CHARACTERS ? `At most ${POST_MAX_CHARACTERS} characters.` : null;
}
