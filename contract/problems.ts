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
  EMAIL_TAKEN: { status: 409, message: 'An account with this e-mail already exists. Log in, or reset the password.' },
  REGISTRATION_CLOSED: { status: 403, message: 'New registrations are closed at the moment.' },
  LINK_EXPIRED: { status: 400, message: 'This link is not valid any more. Ask for a new one.' },
  WRONG_PASSWORD: { status: 403, message: 'The current password is not right.' },
  NO_PASSWORD: { status: 409, message: 'This account has no password yet. Set one by "Forgot password?".' },
  USERNAME_TAKEN: { status: 409, message: 'This username is not available.' },
  // security
  TWO_FACTOR_REQUIRED: { status: 401, message: 'Enter the code of your authenticator app.' },
  TWO_FACTOR_EXPIRED: { status: 401, message: 'This sign-in took too long. Please log in again.' },
  TWO_FACTOR_WRONG: { status: 403, message: 'This code is not right, or it was used already.' },
  TWO_FACTOR_STATE: { status: 409, message: 'Two-factor sign-in is not in the state that this needs.' },
  TWO_FACTOR_NEEDED: {
    status: 403,
    message: 'Administrators of this site need two-factor sign-in. Set it up in your settings.',
  },
  CODE_REQUIRED: { status: 403, message: 'Two-factor is on, so confirm with a code from your app.' },
  CONFIRMATION_REQUIRED: { status: 403, message: 'Please confirm that it is you.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has ended already.' },
  // identities
  PROVIDER_NOT_SET_UP: { status: 404, message: 'This provider is not set up on this site.' },
  PROVIDER_FAILED: { status: 502, message: 'The provider did not answer as expected. Please try again.' },
  OAUTH_STATE: { status: 400, message: 'This sign-in was started elsewhere, or took too long. Please begin again.' },
  LAST_WAY_IN: { status: 409, message: 'This is the only way into your account. Set a password first.' },
  NOT_LINKED: { status: 404, message: 'No account of this provider is linked.' },
  // members
  PROFILE_NOT_FOUND: { status: 404, message: 'Profile not found' },
  NOT_AN_IMAGE: { status: 400, message: 'Please upload an image file' },
  // library
  SELF_FOLLOW: { status: 409, message: 'You cannot follow yourself.' },
  COLLECTION_NOT_FOUND: { status: 404, message: 'Collection not found' },
  COLLECTION_NAME_TAKEN: { status: 409, message: 'You have a collection of this name already.' },
  COLLECTION_FULL: { status: 409, message: 'This is as much as can be kept here.' },
  // applications
  ALREADY_LEAKER: { status: 409, message: 'You are a leaker already.' },
  APPLICATION_PENDING: { status: 409, message: 'Your application is waiting for a decision already.' },
  APPLICATIONS_CLOSED: { status: 403, message: 'Leaker applications are closed at the moment.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Verify your e-mail address first: we have sent you a link. Your application is sent as soon as you do.',
  },
  // resources
  RESOURCE_NOT_FOUND: { status: 404, message: 'Resource not found' },
  // downloads
  FOLDER_NOT_FOUND: { status: 404, message: 'This folder is not part of the resource.' },
  README_NOT_FOUND: { status: 404, message: 'Only short README and LICENSE files can be read here.' },
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
  // uploads
  NO_FILES: { status: 400, message: 'Please select at least one file' },
  FILE_TOO_LARGE: { status: 413, message: 'This file is larger than this site accepts.' },
  QUOTA_EXCEEDED: { status: 413, message: 'There is not enough room left for this in your storage.' },
  TOO_MANY_FILES: { status: 409, message: 'This is more files than one resource can have.' },
  TOO_MANY_UPLOADS: { status: 429, message: 'You have too many uploads under way. Finish or cancel one first.' },
  FILE_EXISTS: { status: 409, message: 'There is a file of this name in the resource already.' },
  FILE_NAME: { status: 400, message: 'This file name cannot be used.' },
  UPLOAD_SESSION_NOT_FOUND: { status: 404, message: 'This upload does not exist any more.' },
  UPLOAD_BUSY: { status: 423, message: 'This upload is being written to already.' },
  UPLOAD_OFFSET: { status: 409, message: 'This upload goes on from another place.' },
  UPLOAD_PROTOCOL: { status: 412, message: 'This program speaks another version of the upload protocol.' },
  UPLOAD_INCOMPLETE: { status: 409, message: 'Some files have not arrived completely yet.' },
  UPLOAD_NOT_READY: { status: 409, message: 'The files of this upload are still being checked.' },
  LICENCE_NOT_ALLOWED: {
    status: 400,
    message:
      'CC BY-NC 4.0 is for neither Free nor Premium; Premium needs the declaration that it may be offered for payment.',
  },
  RIGHTS_NOT_DECLARED: {
    status: 409,
    message: 'Its leaker has not yet stated the licence and the right to share it here.',
  },
  STORAGE_FULL: {
    status: 507,
    message: 'The site has no room for files left at the moment. Nothing was lost; try again later.',
  },
  // approvals
  APPLICATION_NOT_FOUND: { status: 404, message: 'This application does not exist.' },
  ALREADY_DECIDED: { status: 409, message: 'Somebody has decided this already.' },
  NO_APPLICANT: {
    status: 409,
    message: 'Whoever applied is suspended, or no plain member any more, and cannot be made a leaker.',
  },
  UPLOAD_NOT_DELETED: { status: 409, message: 'This upload is not deleted, or it cannot be restored any more.' },
  LEAKER_DELETED: { status: 409, message: 'Its leaker is deleted. Restore the leaker first.' },
  // people
  USER_NOT_FOUND: { status: 404, message: 'This user does not exist.' },
  LAST_ADMIN: { status: 409, message: 'This is the last administrator. Make somebody else one first.' },
  EMAIL_UNPROVEN: {
    status: 409,
    message: 'This user must prove their email first: by its link while logged in, or by a new password sent by email.',
  },
  ADMIN_NOT_BANNED: { status: 409, message: 'An administrator cannot be suspended. Change the role first.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot do this to your own account.' },
  USER_NOT_DELETED: { status: 409, message: 'This user is not deleted, or cannot be restored any more.' },
  NOT_INVITED: { status: 409, message: 'This user has no open invitation.' },
  NO_TWO_FACTOR: { status: 409, message: 'This user has no two-factor sign-in.' },
  // settings
  MAINTENANCE: { status: 503, message: 'The site is being worked on. Please come back in a little while.' },
  BADGE_NOT_FOUND: { status: 404, message: 'This badge does not exist.' },
  BADGE_TAKEN: { status: 409, message: 'There is a badge of this name already.' },
  LIST_FULL: { status: 409, message: 'This is as much as can be kept here. Delete something first.' },
  // ads
  AD_NOT_FOUND: { status: 404, message: 'This advertisement does not exist.' },
  ANNOUNCEMENT_NOT_FOUND: { status: 404, message: 'This announcement does not exist.' },
  // reports
  REPORT_NOT_FOUND: { status: 404, message: 'This report does not exist.' },
  NOTHING_TO_HIDE: { status: 409, message: 'What this report is about cannot be hidden, or is gone already.' },
  // texts
  TEXT_NOT_FOUND: { status: 404, message: 'This text does not exist.' },
  TEXT_CHANGED: {
    status: 409,
    message: 'Somebody has changed this text meanwhile. Copy your words, then load it again.',
  },
  // forum
  FORUM_CATEGORY_NOT_FOUND: { status: 404, message: 'Category not found' },
  THREAD_NOT_FOUND: { status: 404, message: 'Thread not found' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found' },
  REACTION_NOT_FOUND: { status: 404, message: 'This reaction does not exist.' },
  THREAD_LOCKED: { status: 423, message: 'This thread is locked. It can still be read.' },
  FORUM_CLOSED: { status: 423, message: 'This part of the forum is closed. It can still be read.' },
  POST_NOT_YOURS: { status: 403, message: 'Only its author can edit a post.' },
  REPLY_NOT_EDITABLE: { status: 403, message: 'Only the first post of a thread can be edited.' },
  POST_CHANGED: {
    status: 409,
    message: 'This post was changed meanwhile. Copy your words, then load it again.',
  },
  FIRST_POST: { status: 409, message: 'The first post goes with its thread: remove the thread instead.' },
  SLUG_TAKEN: { status: 409, message: 'There is a category at this address already.' },
  ORDER_CHANGED: { status: 409, message: 'The categories have changed meanwhile. Load them again.' },
  // requests
  REQUEST_NOT_FOUND: { status: 404, message: 'This request does not exist.' },
  REQUEST_LIMIT: { status: 429, message: 'You can request one resource in 24 hours.' },
  REQUEST_LINK_REFUSED: {
    status: 400,
    message: 'Link the page of the original. Links to file hosters and cracked copies cannot be requested.',
  },
  REQUEST_CLOSED: { status: 409, message: 'This request has been decided and takes no more votes.' },
  OWN_REQUEST: { status: 409, message: 'This is your own request: your vote stays with it.' },
  FULFILLING_RESOURCE: { status: 409, message: 'Choose a resource of this site that everybody can see.' },
  // pictures from elsewhere
  PICTURE_NOT_STORED: { status: 403, message: 'This address is no picture of that resource or request.' },
  PICTURE_UNREADABLE: { status: 404, message: 'This picture cannot be shown at the moment.' },
  // tokens
  TOKEN_SCOPE: { status: 403, message: 'This token does not allow this.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'This token does not exist any more.' },
  TOKENS_FULL: { status: 409, message: 'You have as many tokens as you can have. Delete one first.' },
  // toolbox
  TOOLBOX_TOKEN_REQUIRED: { status: 401, message: 'Authentication failed: Unable to get token' },
  SERVER_NOT_FOUND: { status: 404, message: 'This server does not exist any more.' },
  SERVER_BUSY: { status: 409, message: 'This server is being started or stopped already.' },
  SERVER_KNOWN: { status: 409, message: 'There is a server at this address already.' },
  SERVERS_FULL: { status: 409, message: 'These are as many servers as the toolbox can have.' },
  SERVER_ADDRESS: {
    status: 400,
    message: 'This address is not reachable from here: it is private, and the operator has not allowed it.',
  },
  SERVER_KEY: {
    status: 400,
    message: 'This is not a private SSH key without a passphrase.',
  },
  SERVER_FAILED: { status: 502, message: 'The server did not do this.' },
  // messages of third parties
  HOOK_SIGNATURE: { status: 401, message: 'The signature of this message is not right.' },
  HOOK_NOT_SET_UP: { status: 404, message: 'Messages of this provider are not set up on this site.' },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof catalogue;

/** Status and sentence of a refusal, by its code. */
export function problemOf(code: ProblemCode): ProblemEntry {
  return catalogue[code];
}

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
