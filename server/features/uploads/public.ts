/** Exports of `uploads` for other domains. */
export {
  /** A report can hide the reported asset. */
  hideResource,
} from './approval/actions.ts';
export {
  /** Deleting or restoring an account moves its likes out of or into reputation. */
  creditLikes,
} from './approval/queries.ts';
