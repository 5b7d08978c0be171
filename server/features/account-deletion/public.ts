/** Exports of `account-deletion` for other domains. */
export {
  /** Admins delete accounts. */
  deletePerson,
  /** Admins restore accounts. */
  restorePerson,
} from './actions.ts';
export {
  /** Admins see how long an account can be restored. */
  restorableUntil,
} from './rules.ts';
