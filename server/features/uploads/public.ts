/** Exports of `uploads` for other domains. */
export {
  /** A report can hide the reported asset. */
  hideResource,
} from './approval/actions.ts';
export {
  /** An account's likes stop counting towards reputation when it is deleted, and count again when it is restored. */
  creditLikes,
  /** For notifications about an upload, if its leaker gets them: whether it still exists. */
  isOwnUploadKept,
  /** For notifications about an upload: whether everyone can see it. */
  isUploadPublic,
} from './approval/queries.ts';
