// What somebody is told by mail of a request that they made or voted for (product.md RQ-4).

import type { RequestStatus } from '#contract/requests/api.ts';
import { requestNews } from '#contract/requests/news.ts';

export type RequestNotice = {
  kind: 'request-decided';
  name: string;
  status: RequestStatus;
  /** What the administrator wrote; '' without. */
  note: string;
  link: string;
};

type Words = { subject: string; says: string[]; button: { label: string; link: string }; why: string };

const outcomes: Record<RequestStatus, { subject: string; label: string }> = {
  Pending: {
    subject: 'A request is open again',
    label: 'See the requests',
  },
  Searching: {
    subject: 'We are looking for what was requested',
    label: 'See the requests',
  },
  Fulfilled: {
    subject: 'A request was fulfilled',
    label: 'See it on the site',
  },
  Rejected: {
    subject: 'A request was not accepted',
    label: 'See the requests',
  },
};

export const requestWriters: { 'request-decided': (notice: RequestNotice) => Words } = {
  'request-decided': ({ name, status, note, link }) => {
    const { subject, label } = outcomes[status];
    return {
      subject,
      says: [requestNews({ resourceName: name, status }), ...(note ? [`The administrator's note: ${note}`] : [])],
      button: { label, link },
      why: 'You get this mail because you asked to be told what becomes of this request. Turn that off beside it on the board.',
    };
  },
};
