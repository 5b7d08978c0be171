/** What other domains may use of `accounts`. */
export {
  /** Invitations and the demo give people a username near the one they asked for. */
  claimFreeUsername,
  /** Changing a username takes the new one under its lock. */
  claimUsername,
} from './actions.ts';
export type {
  /** What these changes need. */
  ChangeDeps,
  /** The account that the password was checked against. */
  Owner,
} from './changes.ts';
export {
  /** Locks the account that the password was checked against. */
  lockOwner,
  /** Starts a change of email that its mailed link completes. */
  prepareEmail,
  /** Checks and hashes a new password before the transaction. */
  preparePassword,
  /** The administrator's own profile asks for the password, like /settings. */
  requireOwner,
} from './changes.ts';
export {
  /** Admins invite people. */
  sendInvitation,
  /** Every domain mails people through the queue of accounts. */
  sendNotice,
  /** A changed email is verified again. */
  sendVerification,
} from './events.ts';
export {
  /** Premium acts at Discord and Patreon with the member's own token. */
  linkedToken,
  /** A deleted account revokes its tokens at the providers. */
  revokeTokens,
} from './oauth/events.ts';
export {
  /** Premium finds the account behind an identity. */
  findIdentityOwner,
  /** Premium reads which identities an account has. */
  listIdentityKeys,
} from './oauth/queries.ts';
export {
  /** Premium skips an identity that was linked again since. */
  isStale,
} from './oauth/rules.ts';
export type {
  /** The row that `presentAccount` presents. */
  AccountRow,
} from './queries.ts';
export {
  /** Ends mailed links and half-done sign-ins of an account. */
  deleteLinksAndPending,
  /** Profile changes answer with the account. */
  findAccount,
  /** Lists of one uploader's work start from their username. */
  findUploader,
  /** Deletion and admin acts read how somebody signs in. */
  findWaysIn,
  /** Admins add people. */
  insertPerson,
  /** Admins change emails. */
  isEmailTaken,
  /** Admins change emails under the email's lock. */
  lockEmail,
  /** Profiles select the account behind a current or former username. */
  selectVisible,
} from './queries.ts';
export {
  /** Rate limits of one email are counted under a name that does not show it. */
  counterNameOf,
  /** Emails are compared in one form. */
  foldEmail,
  /** New usernames follow one rule. */
  isUsableName,
  /** Screens say how long a mailed link works. */
  linkLifeMs,
  /** Profile changes answer with the account as `GET /api/auth/me` does. */
  presentAccount,
  /** The form of a username. */
  usernameFrom,
} from './rules.ts';
export {
  /** Powerful acts need a fresh confirmation. */
  requireConfirmed,
} from './security/actions.ts';
export {
  /** A password given with a change counts as the confirmation. */
  confirmSession,
  /** The administrator's own profile shows two-factor. */
  findTwoFactor,
  /** Deletion turns two-factor off. */
  turnOff,
} from './security/queries.ts';
export type {
  /** An administrator and the account they act on. */
  ActOn,
  /** What these acts need. */
  StandingDeps,
} from './status/actions.ts';
export {
  /** Every act of an administrator on an account: lock, right, audit line and mail in one transaction. */
  actOnUser,
  /** The audit line of such an act. */
  auditUser,
  /** Admins give and end Premium. */
  changePremium,
  /** Admins change roles. */
  changeRole,
  /** Admins lift suspensions. */
  liftSuspension,
  /** The last administrator stays. */
  requireOtherAdmin,
  /** The administrator may have lost the role since the request began. */
  requireStillAdmin,
  /** Admins help people who lost their phone. */
  resetTwoFactor,
  /** Admins end sessions. */
  signOutEverywhere,
  /** Admins suspend accounts. */
  suspend,
} from './status/actions.ts';
export type {
  /** What goes with an account. */
  Belongings,
  /** An account that is locked. */
  HeldPerson,
  /** Columns that admins change. */
  PersonColumns,
} from './status/queries.ts';
export {
  /** Deletion names what goes with an account. */
  findBelongings,
  /** An invitation may bring Premium. */
  insertAdminGrant,
  /** Comes before every change of who administers the site. */
  lockAdministrators,
  /** The admin's user page shows badges. */
  lockBadges,
  /** Locks an account for an act of an administrator. */
  lockUser,
  /** Writes columns of an account that is locked. */
  updatePerson,
} from './status/queries.ts';
export {
  /** Before and after for the audit log. */
  changeOf,
  /** Logs and lists show emails masked. */
  maskEmail,
  /** The stored role behind a presented one. */
  storedRole,
} from './status/rules.ts';
