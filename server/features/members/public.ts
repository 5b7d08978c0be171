/** What other domains may use of `members`. */
export {
  /** Admins change usernames. */
  changeUsername,
} from './actions.ts';
export {
  /** Erasing an account deletes its avatar and banner. */
  deleteOldPictures,
} from './events.ts';
export {
  /** Backups find avatars and banners. */
  ownPictureFile,
  /** Backups find avatars and banners. */
  profilePictureKey,
} from './rules.ts';
