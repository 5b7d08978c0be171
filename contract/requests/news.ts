// What people who want to be told read of a decision: in their mail, and before that in the window of whoever decides.
// No values are imported, so that pages may have it for its own few bytes.
import type { RequestStatus } from './api.ts';

const sentences: Record<RequestStatus, (name: string) => string> = {
  Pending: (name) => `The request "${name}" waits to be looked at again.`,
  Searching: (name) => `Somebody is looking for "${name}" now. We write again when there is more to tell.`,
  Fulfilled: (name) => `"${name}" was requested, and this is there now.`,
  Rejected: (name) => `The request "${name}" cannot be fulfilled here.`,
};

/** The news of a request by its new status, in one sentence; the note and the resource stand beside it. */
export function requestNews({ resourceName, status }: { resourceName: string; status: RequestStatus }): string {
  return sentences[status](resourceName);
}
