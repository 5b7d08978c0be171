/** Exports of `accounts` for other domains. */
export {
  /** Invitations and the demo derive usernames from the requested ones. */
  claimFreeUsername,
  /** Changing a username locks the new one. */
  claimUsername,
} from './actions.ts';
export type {
  /** Dependencies of these changes. */
  ChangeDeps,
  /** The account whose password was checked. */
  Owner,
} from './changes.ts';
export {
  /** Locks the account whose password was checked. */
  lockOwner,
  /** Starts an email change, which the emailed link completes. */
  prepareEmail,
  /** Checks and hashes a new password before the transaction. */
  preparePassword,
  /** The administrator's own profile requires the password, like /settings. */
  requireOwner,
} from './changes.ts';
export {
  /** Admins invite users. */
  sendInvitation,
  /** All domains send emails to users through accounts. */
  sendNotice,
  /** A changed email is verified again. */
  sendVerification,
} from './events.ts';
export {
  /** Premium calls Discord and Patreon with the member's own token. */
  linkedToken,
  /** Deleting an account revokes its tokens at the providers. */
  revokeTokens,
} from './oauth/events.ts';
export {
  /** Premium finds the account behind an identity. */
  findIdentityOwner,
  /** Premium reads which identities an account has. */
  listIdentityKeys,
} from './oauth/queries.ts';
export {
  /** Premium skips identities that have been relinked since. */
  isStale,
} from './oauth/rules.ts';
export type {
  /** Input of `presentAccount`. */
  AccountRow,
} from './queries.ts';
export {
  /** Invalidates an account's emailed links and pending logins. */
  deleteLinksAndPending,
  /** Profile changes return the account. */
  findAccount,
  /** Lists of a user's uploads start from their username. */
  findUploader,
  /** Deletion and admin actions read an account's login methods. */
  findWaysIn,
  /** Admins add users. */
  insertPerson,
  /** Admins change emails. */
  isEmailTaken,
  /** Admins lock an email before changing to it. */
  lockEmail,
  /** Profiles select the account behind a current or former username. */
  selectVisible,
} from './queries.ts';
export {
  /** Rate limits per email use a name that does not reveal it. */
  counterNameOf,
  /** Emails are compared in lower case. */
  foldEmail,
  /** The rule for new usernames. */
  isUsableName,
  /** Pages show how long an emailed link is valid. */
  linkLifeMs,
  /** Profile changes return the account like `GET /api/auth/me`. */
  presentAccount,
  /** Derives a username from any text. */
  usernameFrom,
} from './rules.ts';
export {
  /** Sensitive actions require a recent confirmation. */
  requireConfirmed,
} from './security/actions.ts';
export {
  /** A password sent with a change counts as a confirmation. */
  confirmSession,
  /** The administrator's own profile shows two-factor. */
  findTwoFactor,
  /** Deletion turns off two-factor. */
  turnOff,
} from './security/queries.ts';
export type {
  /** An administrator and the account they change. */
  ActOn,
  /** Dependencies of these actions. */
  StandingDeps,
} from './status/actions.ts';
export {
  /** Wraps every admin action on an account: lock, permission check, audit entry and email in one transaction. */
  actOnUser,
  /** Audit entry of such an action. */
  auditUser,
  /** Admins grant and end Premium. */
  changePremium,
  /** Admins change roles. */
  changeRole,
  /** Admins lift suspensions. */
  liftSuspension,
  /** Protects the last administrator. */
  requireOtherAdmin,
  /** The administrator may have lost the role since the request started. */
  requireStillAdmin,
  /** Admins help users who lost their phone. */
  resetTwoFactor,
  /** Admins end sessions. */
  signOutEverywhere,
  /** Admins suspend accounts. */
  suspend,
} from './status/actions.ts';
export type {
  /** Counts of what is deleted along with an account. */
  Belongings,
  /** A locked account. */
  HeldPerson,
  /** Columns that admins can change. */
  PersonColumns,
} from './status/queries.ts';
export {
  /** Deletion shows what is deleted along with an account. */
  findBelongings,
  /** An invitation can include Premium. */
  insertAdminGrant,
  /** Must be taken before every change of who is an administrator. */
  lockAdministrators,
  /** The admin's user page shows badges. */
  lockBadges,
  /** Locks an account for an admin action. */
  lockUser,
  /** Updates columns of a locked account. */
  updatePerson,
} from './status/queries.ts';
export {
  /** Values before and after a change, for the audit log. */
  changeOf,
  /** Masks emails in logs and lists. */
  maskEmail,
  /** The stored role behind a presented one. */
  storedRole,
} from './status/rules.ts';
