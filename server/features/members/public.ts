/** Exports of `members` for other domains. */
export {
  /** Changes a username, for admins. */
  changeUsername,
} from './actions.ts';
export {
  /** Deletes an avatar and banner when an account is erased. */
  deleteOldPictures,
} from './events.ts';
export {
  /** Suggests people while someone is typing, for the command palette. */
  findPeopleLike,
} from './queries.ts';
export {
  /** File name of an avatar or banner, for backups. */
  ownPictureFile,
  /** Storage key of an avatar or banner, for backups. */
  profilePictureKey,
} from './rules.ts';
