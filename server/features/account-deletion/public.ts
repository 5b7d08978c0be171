/** What other domains may use of `account-deletion`. */
export {
  /** Admins delete accounts. */
  deletePerson,
  /** Admins restore accounts. */
  restorePerson,
} from './actions.ts';
export {
  /** Admins see until when an account can be restored. */
  restorableUntil,
} from './rules.ts';
