/** Exports of `account-deletion` for other domains. */
export {
  /** For administrators who delete an account. */
  deletePerson,
  /** For administrators who restore an account. */
  restorePerson,
} from './actions.ts';
export {
  /** For the admin panel, which shows how long an account can be restored. */
  restorableUntil,
} from './rules.ts';
