// The catalogue of refusals: one code, one status, one sentence. The client branches on codes and shows sentences.

type ProblemEntry = { status: number; message: string };

const catalogue = {
  BAD_INPUT: { status: 400, message: 'Some of what was sent is not valid.' },
  BAD_JSON: { status: 400, message: 'The request is not valid JSON.' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood.' },
  SIGN_IN_REQUIRED: { status: 401, message: 'Please log in first.' },
  NOT_ALLOWED: { status: 403, message: 'You are not allowed to do this.' },
  CROSS_SITE: { status: 403, message: 'This request came from another site and was refused.' },
  BANNED: { status: 403, message: 'This account is suspended.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not accept this method.' },
  NOT_ACCEPTABLE_TYPE: { status: 415, message: 'Send this as application/json.' },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, message: 'The site cannot answer right now. Please try again in a moment.' },
  // accounts
  WRONG_CREDENTIALS: { status: 401, message: 'The e-mail or the password is not right.' },
  DEMO_ACCOUNT_REFUSED: { status: 403, message: 'Demo accounts can sign in on this machine only.' },
  // members
  PROFILE_NOT_FOUND: { status: 404, message: 'Profile not found' },
  // resources
  RESOURCE_NOT_FOUND: { status: 404, message: 'Resource not found' },
  // downloads
  FILE_NOT_FOUND: { status: 404, message: 'This file is not part of the resource.' },
  FILE_MISSING: { status: 404, message: 'This file is not on our disk any more. We have been told.' },
  PREMIUM_SIGN_IN: { status: 401, message: 'Please log in to download premium resources' },
  PREMIUM_REQUIRED: { status: 403, message: 'You need a Premium account to download this resource' },
  TICKET_REFUSED: { status: 403, message: 'This download link is not valid or has expired.' },
  DOWNLOAD_CHANGED: {
    status: 412,
    message: 'The files have changed since this download began. Start it again from the page of the resource.',
  },
  DESTINATION_REFUSED: { status: 400, message: 'This link does not lead to a download of this site.' },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof catalogue;

/** Status and sentence of a refusal, by its code. */
export const problemOf = (code: ProblemCode): ProblemEntry => catalogue[code];

export const problemCodes = Object.keys(catalogue) as ProblemCode[];

/** Body of every refusal, `application/problem+json`. `message` and `error` repeat the sentence for older clients. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  message: string;
  error: string;
  /** Only for BAD_INPUT: what is wrong, by the field's name. */
  fields?: Record<string, string>;
};
