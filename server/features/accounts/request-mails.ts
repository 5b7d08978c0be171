// Emails about requests that a user made or voted for (product.md RQ-4).

import type { RequestStatus } from '#contract/requests/api.ts';
import { requestNews } from '#contract/requests/news.ts';

export type RequestNotice = {
  kind: 'request-decided';
  name: string;
  status: RequestStatus;
  /** The administrator's note; may be empty. */
  note: string;
  link: string;
};

type Words = { subject: string; says: string[]; button: { label: string; link: string }; why: string };

const outcomes: Record<RequestStatus, { subject: string; label: string }> = {
  Pending: {
    subject: 'A request is open again',
    label: 'View requests',
  },
  Searching: {
    subject: 'We are working on a request',
    label: 'View requests',
  },
  Fulfilled: {
    subject: 'A request was fulfilled',
    label: 'View it on the site',
  },
  Rejected: {
    subject: 'A request was rejected',
    label: 'View requests',
  },
};

export const requestWriters: { 'request-decided': (notice: RequestNotice) => Words } = {
  'request-decided': ({ name, status, note, link }) => {
    const { subject, label } = outcomes[status];
    return {
      subject,
      says: [requestNews({ resourceName: name, status }), ...(note ? [`The administrator's note: ${note}`] : [])],
      button: { label, link },
      why: 'You are receiving this email because you asked for updates on this request. You can turn them off next to the request on the board.',
    };
  },
};
