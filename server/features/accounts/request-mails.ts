// What somebody is told by mail of a request that they made or voted for (product.md RQ-4).
import type { RequestStatus } from '#contract/requests.ts';

export type RequestNotice = {
  kind: 'request-decided';
  name: string;
  status: RequestStatus;
  /** What the administrator wrote; '' without. */
  note: string;
  link: string;
};

type Words = { subject: string; says: string[]; button: { label: string; link: string }; why: string };

const outcomes: Record<RequestStatus, { subject: string; says: (name: string) => string; label: string }> = {
  Pending: {
    subject: 'A request is open again',
    says: (name) => `The request "${name}" waits to be looked at again.`,
    label: 'See the requests',
  },
  Searching: {
    subject: 'We are looking for what was requested',
    says: (name) => `Somebody is looking for "${name}" now. We write again when there is more to tell.`,
    label: 'See the requests',
  },
  Fulfilled: {
    subject: 'A request was fulfilled',
    says: (name) => `"${name}" was requested, and this is there now.`,
    label: 'See it on the site',
  },
  Rejected: {
    subject: 'A request was not accepted',
    says: (name) => `The request "${name}" cannot be fulfilled here.`,
    label: 'See the requests',
  },
};

export const requestWriters: { 'request-decided': (notice: RequestNotice) => Words } = {
  'request-decided': ({ name, status, note, link }) => {
    const { subject, says, label } = outcomes[status];
    return {
      subject,
      says: [says(name), ...(note ? [`The administrator's note: ${note}`] : [])],
      button: { label, link },
      why: 'You get this mail because you asked to be told what becomes of this request. Turn that off beside it on the board.',
    };
  },
};
