// Error catalogue: HTTP status and message for each error code. Clients branch on the code and show the message.

type ProblemEntry = { status: number; message: string };

const catalogue = {
  BAD_INPUT: { status: 400, message: 'Some of the data you sent is invalid.' },
  BAD_JSON: { status: 400, message: 'The request is not valid JSON.' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood.' },
  SIGN_IN_REQUIRED: { status: 401, message: 'Please log in first.' },
  NOT_ALLOWED: { status: 403, message: 'You are not allowed to do this.' },
  CROSS_SITE: { status: 403, message: 'This request came from another site and was blocked.' },
  BANNED: { status: 403, message: 'This account is suspended.' },
  NOT_FOUND: { status: 404, message: 'Nothing was found at this URL.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This endpoint does not support this HTTP method.' },
  NOT_ACCEPTABLE_TYPE: { status: 415, message: 'Send the request body as application/json.' },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  UNAVAILABLE: { status: 503, message: 'The site is temporarily unavailable. Please try again in a moment.' },
  // accounts
  WRONG_CREDENTIALS: { status: 401, message: 'Wrong email or password.' },
  DEMO_ACCOUNT_REFUSED: { status: 403, message: 'Demo accounts can only log in on the machine that runs this site.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists. Log in or reset your password.' },
  REGISTRATION_CLOSED: { status: 403, message: 'Sign-ups are closed at the moment.' },
  LINK_EXPIRED: { status: 400, message: 'This link is no longer valid. Request a new one.' },
  WRONG_PASSWORD: { status: 403, message: 'Your current password is incorrect.' },
  NO_PASSWORD: { status: 409, message: 'This account has no password yet. Set one with "Forgot password?".' },
  USERNAME_TAKEN: { status: 409, message: 'This username is not available.' },
  // notifications
  NOTIFICATION_NOT_FOUND: { status: 404, message: 'This notification no longer exists.' },
  UNSUBSCRIBE_LINK: {
    status: 400,
    message: 'This link is no longer valid. You can turn off emails in your settings.',
  },
  // security
  TWO_FACTOR_REQUIRED: { status: 401, message: 'Enter the code from your authenticator app.' },
  TWO_FACTOR_EXPIRED: { status: 401, message: 'This login has timed out. Please log in again.' },
  TWO_FACTOR_WRONG: { status: 403, message: 'This code is wrong or has already been used.' },
  TWO_FACTOR_STATE: { status: 409, message: 'Your two-factor settings may have changed. Reload and try again.' },
  TWO_FACTOR_NEEDED: {
    status: 403,
    message: 'Administrators of this site must use two-factor. Turn it on in your settings.',
  },
  CODE_REQUIRED: { status: 403, message: 'Two-factor is on, so confirm with a code from your app.' },
  CONFIRMATION_REQUIRED: { status: 403, message: 'Please confirm your identity.' },
  SESSION_NOT_FOUND: { status: 404, message: 'This session has already ended.' },
  // identities
  PROVIDER_NOT_SET_UP: { status: 404, message: 'This provider is not set up on this site.' },
  PROVIDER_FAILED: { status: 502, message: 'The provider did not respond as expected. Please try again.' },
  OAUTH_STATE: { status: 400, message: 'This login was started elsewhere or took too long. Please start again.' },
  LAST_WAY_IN: { status: 409, message: 'This is your only way to log in. Set a password first.' },
  NOT_LINKED: { status: 404, message: 'No account from this provider is linked.' },
  // members
  PROFILE_NOT_FOUND: { status: 404, message: 'Profile not found' },
  NOT_AN_IMAGE: { status: 400, message: 'Please upload an image file' },
  // library
  SELF_FOLLOW: { status: 409, message: 'You cannot follow yourself.' },
  COLLECTION_NOT_FOUND: { status: 404, message: 'Collection not found' },
  COLLECTION_NAME_TAKEN: { status: 409, message: 'You already have a collection with this name.' },
  PROJECT_NOT_FOUND: { status: 404, message: 'Project not found' },
  COLLECTION_FULL: { status: 409, message: 'This list is full.' },
  // applications
  ALREADY_LEAKER: { status: 409, message: 'You are already a leaker.' },
  APPLICATION_PENDING: { status: 409, message: 'Your application is already in review.' },
  APPLICATIONS_CLOSED: { status: 403, message: 'Leaker applications are closed at the moment.' },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'Confirm your email first: we sent you a link. We will submit your application as soon as you do.',
  },
  // resources
  RESOURCE_NOT_FOUND: { status: 404, message: 'Resource not found' },
  // downloads
  FOLDER_NOT_FOUND: { status: 404, message: 'This folder is not part of this asset.' },
  README_NOT_FOUND: { status: 404, message: 'Only text files of assets you can download can be read here.' },
  WORDS_NOT_DRAWN: { status: 422, message: 'This font has no letters for these words.' },
  RECEIPT_NOT_FOUND: { status: 404, message: 'This site has not issued this receipt.' },
  FILE_NOT_FOUND: { status: 404, message: 'This file is not part of this asset.' },
  FILE_MISSING: { status: 404, message: 'This file is no longer available. We have been notified.' },
  PREMIUM_SIGN_IN: { status: 401, message: 'Please log in to download premium resources' },
  PREMIUM_REQUIRED: { status: 403, message: 'You need a Premium account to download this resource' },
  TICKET_REFUSED: { status: 403, message: 'This download link is invalid or has expired.' },
  DOWNLOAD_CHANGED: {
    status: 412,
    message: 'The files have changed since this download started. Start it again from the asset page.',
  },
  DESTINATION_REFUSED: { status: 400, message: 'This link does not lead to a download on this site.' },
  // uploads
  NO_FILES: { status: 400, message: 'Please select at least one file' },
  FILE_TOO_LARGE: { status: 413, message: 'This file is larger than this site allows.' },
  QUOTA_EXCEEDED: { status: 413, message: 'You do not have enough storage left for this file.' },
  TOO_MANY_FILES: { status: 409, message: 'This would exceed the maximum number of files per asset.' },
  TOO_MANY_UPLOADS: { status: 429, message: 'You have too many uploads in progress. Finish or cancel one first.' },
  FILE_EXISTS: { status: 409, message: 'This asset already has a file with this name.' },
  FILE_NAME: { status: 400, message: 'This file name cannot be used.' },
  UPLOAD_SESSION_NOT_FOUND: { status: 404, message: 'This upload no longer exists.' },
  UPLOAD_BUSY: { status: 423, message: 'Another connection is already sending this upload.' },
  UPLOAD_OFFSET: { status: 409, message: 'This upload has to be resumed from a different position.' },
  UPLOAD_PROTOCOL: { status: 412, message: 'This client uses an unsupported version of the upload protocol.' },
  DISCORD_WEBHOOK_MISSING: { status: 409, message: 'Save a webhook URL first.' },
  DISCORD_WEBHOOK_GONE: {
    status: 409,
    message: "Discord doesn't know this webhook any more. Create a new one and save its URL.",
  },
  DISCORD_AWAY: { status: 502, message: "Discord didn't accept the message. Please try again in a minute." },
  UPLOAD_INCOMPLETE: { status: 409, message: 'Some files have not finished uploading yet.' },
  UPLOAD_NOT_READY: { status: 409, message: 'The files of this upload are still being checked.' },
  VERSION_OPEN: {
    status: 409,
    message: 'This asset already has a new version in progress. Finish or delete that one first.',
  },
  VERSION_NEEDS_APPROVAL: { status: 409, message: 'Only approved assets get new versions. Edit this upload instead.' },
  VERSION_NOT_FOUND: { status: 404, message: 'This version no longer exists.' },
  VERSIONS_FULL: { status: 409, message: 'This asset has too many versions. Delete an earlier one first.' },
  VERSION_DETAILS: {
    status: 409,
    message: 'A version has only files and a note. Edit the details of the asset instead.',
  },
  VERSION_UNCHANGED: { status: 409, message: 'The files are the same as in the current version. Change some first.' },
  LICENCE_NOT_ALLOWED: {
    status: 400,
    message:
      "CC BY-NC 4.0 is not allowed for Free or Premium assets. Premium assets also need the creator's permission to charge for access.",
  },
  RIGHTS_NOT_DECLARED: {
    status: 409,
    message: 'Choose a licence and confirm that you have the right to share this asset.',
  },
  STORAGE_FULL: {
    status: 507,
    message: 'The site has run out of storage space. Nothing was lost; please try again later.',
  },
  // approvals
  APPLICATION_NOT_FOUND: { status: 404, message: 'This application does not exist.' },
  ALREADY_DECIDED: { status: 409, message: 'This has already been decided.' },
  UPLOAD_IN_REVIEW: {
    status: 409,
    message: 'Another administrator is reviewing this upload. Try again in a few minutes.',
  },
  REVIEW_EXPIRED: { status: 409, message: 'You no longer hold this review. Take it over before you decide.' },
  UPLOAD_MESSAGES_FULL: { status: 409, message: 'This conversation is full.' },
  BULK_APPROVAL_OVER: { status: 409, message: 'This bulk approval is over: its time has run out, or it was undone.' },
  NO_APPLICANT: {
    status: 409,
    message: 'The applicant is suspended or already has another role, so they cannot become a leaker.',
  },
  UPLOAD_NOT_DELETED: { status: 409, message: 'This upload has not been deleted or can no longer be restored.' },
  LEAKER_DELETED: { status: 409, message: 'The creator of this upload has been deleted. Restore their account first.' },
  // people
  USER_NOT_FOUND: { status: 404, message: 'This user does not exist.' },
  LAST_ADMIN: { status: 409, message: 'This is the last administrator. Make someone else an administrator first.' },
  EMAIL_UNPROVEN: {
    status: 409,
    message:
      'This user must confirm their email first, either by opening the emailed link while logged in or by resetting their password.',
  },
  ADMIN_NOT_BANNED: { status: 409, message: 'Administrators cannot be suspended. Change their role first.' },
  OWN_ACCOUNT: { status: 409, message: 'You cannot do this to your own account.' },
  USER_NOT_DELETED: { status: 409, message: 'This user has not been deleted or can no longer be restored.' },
  NOT_INVITED: { status: 409, message: 'This user has no pending invitation.' },
  NO_TWO_FACTOR: { status: 409, message: 'This user has not turned on two-factor.' },
  // settings
  MAINTENANCE: { status: 503, message: 'The site is down for maintenance. Please check back soon.' },
  BADGE_NOT_FOUND: { status: 404, message: 'This badge does not exist.' },
  BADGE_TAKEN: { status: 409, message: 'A badge with this name already exists.' },
  LIST_FULL: { status: 409, message: 'This list is full. Remove something first.' },
  // ads
  AD_NOT_FOUND: { status: 404, message: 'This advertisement does not exist.' },
  ANNOUNCEMENT_NOT_FOUND: { status: 404, message: 'This announcement does not exist.' },
  // reports
  REPORT_NOT_FOUND: { status: 404, message: 'This report does not exist.' },
  NOTHING_TO_HIDE: { status: 409, message: 'The reported content cannot be hidden or has already been removed.' },
  // texts
  TEXT_NOT_FOUND: { status: 404, message: 'This page does not exist.' },
  TEXT_CHANGED: {
    status: 409,
    message: 'Someone else has changed this text. Copy your version, then reload.',
  },
  // forum
  FORUM_CATEGORY_NOT_FOUND: { status: 404, message: 'Category not found' },
  THREAD_NOT_FOUND: { status: 404, message: 'Thread not found' },
  POST_NOT_FOUND: { status: 404, message: 'Post not found' },
  REACTION_NOT_FOUND: { status: 404, message: 'This reaction does not exist.' },
  THREAD_LOCKED: { status: 423, message: 'This thread is locked. You can still read it.' },
  FORUM_CLOSED: { status: 423, message: 'This part of the forum is closed. You can still read it.' },
  POST_NOT_YOURS: { status: 403, message: 'Only the author can edit a post.' },
  REPLY_NOT_EDITABLE: { status: 403, message: 'Only the first post of a thread can be edited.' },
  POST_CHANGED: {
    status: 409,
    message: 'This post has changed since you opened it. Copy your version, then reload.',
  },
  FIRST_POST: { status: 409, message: 'The first post cannot be removed on its own. Remove the thread instead.' },
  NEW_ACCOUNT_POSTS: {
    status: 429,
    message: 'New accounts can only write a few posts an hour. Please wait a moment and try again.',
  },
  NEW_ACCOUNT_LINKS: { status: 400, message: 'New accounts can only put a few links to other sites in a post.' },
  SAME_THREAD: { status: 409, message: 'A thread cannot be merged into itself. Choose another one.' },
  THREADS_TOO_LONG: { status: 409, message: 'Together, these threads have too many posts to be merged.' },
  SLUG_TAKEN: { status: 409, message: 'A category with this slug already exists.' },
  ORDER_CHANGED: { status: 409, message: 'The categories have changed. Reload and try again.' },
  // requests
  REQUEST_NOT_FOUND: { status: 404, message: 'This request does not exist.' },
  REQUEST_LIMIT: { status: 429, message: 'You can request one asset every 24 hours.' },
  REQUEST_LINK_REFUSED: {
    status: 400,
    message: 'Link to the original page. Links to file hosts and cracked copies are not allowed.',
  },
  REQUEST_CLOSED: { status: 409, message: 'This request has already been decided, so voting is closed.' },
  OWN_REQUEST: { status: 409, message: 'You cannot withdraw your vote for your own request.' },
  FULFILLING_RESOURCE: { status: 409, message: 'Choose a public asset on this site.' },
  // external images
  PICTURE_NOT_STORED: { status: 403, message: 'This URL does not match an image on this asset or request.' },
  PICTURE_UNREADABLE: { status: 404, message: 'This image cannot be shown at the moment.' },
  // tokens
  TOKEN_SCOPE: { status: 403, message: 'This token does not have permission to do this.' },
  TOKEN_NOT_FOUND: { status: 404, message: 'This token no longer exists.' },
  TOKENS_FULL: { status: 409, message: 'You have reached the maximum number of tokens. Delete one first.' },
  // toolbox
  TOOLBOX_TOKEN_REQUIRED: { status: 401, message: 'Authentication failed: Unable to get token' },
  SERVER_NOT_FOUND: { status: 404, message: 'This server no longer exists.' },
  SERVER_BUSY: { status: 409, message: 'This server is already starting or stopping.' },
  SERVER_KNOWN: { status: 409, message: 'A server with this IP address and port already exists.' },
  SERVERS_FULL: { status: 409, message: 'The toolbox has reached its maximum number of servers.' },
  SERVER_ADDRESS: {
    status: 400,
    message: 'This is a private IP address. The site operator must allow it first.',
  },
  SERVER_KEY: {
    status: 400,
    message: 'Enter a private SSH key without a passphrase.',
  },
  SERVER_FAILED: { status: 502, message: 'The server could not complete this action.' },
  // webhooks
  HOOK_SIGNATURE: { status: 401, message: 'The signature of this message is invalid.' },
  HOOK_NOT_SET_UP: { status: 404, message: 'Webhooks from this provider are not set up on this site.' },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof catalogue;

/** HTTP status and message for an error code. */
export function problemOf(code: ProblemCode): ProblemEntry {
  return catalogue[code];
}

export const problemCodes = Object.keys(catalogue) as ProblemCode[];

/** Body of every error response (`application/problem+json`). `message` and `error` repeat the title for older clients. */
export type ProblemBody = {
  type: string;
  title: string;
  status: number;
  code: ProblemCode;
  message: string;
  error: string;
  /** Error messages by field name; only present for BAD_INPUT. */
  fields?: Record<string, string>;
};
