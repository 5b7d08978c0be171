// The sentence about a decision for people who want to be notified: in emails, on dashboards and in the administrator's preview.
// No value imports, so that pages can use it at almost no cost in bytes.
import type { RequestStatus } from './api.ts';

const sentences: Record<RequestStatus, (name: string) => string> = {
  Pending: (name) => `The request "${name}" is open again and waiting for review.`,
  Searching: (name) => `We are looking for "${name}" now. We will let you know when there is news.`,
  Fulfilled: (name) => `"${name}" was requested and is available now.`,
  Rejected: (name) => `We cannot fulfil the request "${name}".`,
};

/** One sentence about a request's new status; the note and the resource are shown next to it. */
export function requestNews({ resourceName, status }: { resourceName: string; status: RequestStatus }): string {
  return sentences[status](resourceName);
}
