// The sentence that announces a decision to people who asked to be notified: in emails, on dashboards and in the administrator's
// preview. Only type imports, to keep the pages that use it small.
import type { RequestStatus } from './api.ts';

const sentences: Record<RequestStatus, (name: string) => string> = {
  Pending: (name) => `The request "${name}" is open again and waiting for review.`,
  Searching: (name) => `We are now looking for "${name}". We will let you know when there is news.`,
  Fulfilled: (name) => `The requested asset "${name}" is now available.`,
  Rejected: (name) => `We cannot fulfil the request "${name}".`,
};

/** One sentence about a request's new status; the note and the resource are shown next to it. */
export function requestNews({ resourceName, status }: { resourceName: string; status: RequestStatus }): string {
  return sentences[status](resourceName);
}
