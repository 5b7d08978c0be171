/** Exports of `accounts` for other domains. */
export {
  /** For invitations and the first administrator: finds a free username and locks it. */
  claimFreeUsername,
  /** For username changes: locks the new name. */
  claimUsername,
} from './actions.ts';
export type {
  /** Dependencies of the password and email changes below. */
  ChangeDeps,
  /** An account whose password has been checked. */
  Owner,
} from './changes.ts';
export {
  /** Locks an account whose password has been checked. */
  lockOwner,
  /** Starts an email change, which the emailed link completes. */
  prepareEmail,
  /** Checks and hashes a new password, before the transaction that saves it. */
  preparePassword,
  /** For an administrator's own profile, which requires the password, like /settings. */
  requireOwner,
} from './changes.ts';
export {
  /** For administrators who invite users. */
  sendInvitation,
  /** All domains use this to send emails to users. */
  sendNotice,
  /** For changed emails, which must be verified again. */
  sendVerification,
} from './events.ts';
export {
  /** For Premium, which calls Discord and Patreon with the member's own token. */
  linkedToken,
  /** For account deletion, which revokes tokens at the providers. */
  revokeTokens,
} from './oauth/events.ts';
export {
  /** For Premium: finds the account that an identity is linked to. */
  findIdentityOwner,
  /** For Premium: lists the identities linked to an account. */
  listIdentityKeys,
} from './oauth/queries.ts';
export {
  /** For Premium, which refreshes the creator's Patreon token before it expires. */
  isStale,
} from './oauth/rules.ts';
export type {
  /** Input for `presentAccount`. */
  AccountRow,
} from './queries.ts';
export {
  /** Invalidates an account's emailed links and pending logins. */
  deleteLinksAndPending,
  /** For profile changes, which return the account. */
  findAccount,
  /** For lists of a user's uploads, which are requested by username. */
  findUploader,
  /** For account deletion and admin actions, which need an account's login methods. */
  findWaysIn,
  /** For administrators who add users. */
  insertPerson,
  /** For administrators who change a user's email. */
  isEmailTaken,
  /** Locks an email before a user's email is changed to it. */
  lockEmail,
  /** For profiles: selects the account that has a username now or had it recently. */
  selectVisible,
} from './queries.ts';
export {
  /** A key for rate limits per email that does not reveal the email. */
  counterNameOf,
  /** Emails are compared in lower case. */
  foldEmail,
  /** Checks whether a name is allowed as a username. */
  isUsableName,
  /** For pages that show how long an emailed link is valid. */
  linkLifeMs,
  /** For profile changes, which return the account like `GET /api/auth/me`. */
  presentAccount,
  /** Derives a username from any text. */
  usernameFrom,
} from './rules.ts';
export {
  /** For sensitive actions, which require a recent confirmation. */
  requireConfirmed,
} from './security/actions.ts';
export {
  /** A password sent along with a change counts as a confirmation. */
  confirmSession,
  /** For the administrator's own profile, which shows whether two-factor is on. */
  findTwoFactor,
  /** For account deletion, which turns off two-factor. */
  turnOff,
} from './security/queries.ts';
export type {
  /** An administrator and the account that they change. */
  ActOn,
  /** Dependencies of the admin actions below. */
  StandingDeps,
} from './status/actions.ts';
export {
  /** Wraps every admin action on an account: lock, permission check, audit entry and email in one transaction. */
  actOnUser,
  /** Writes the audit entry for an admin action. */
  auditUser,
  /** For administrators who grant or end Premium. */
  changePremium,
  /** For administrators who change a user's role. */
  changeRole,
  /** For administrators who lift a suspension. */
  liftSuspension,
  /** Ensures that at least one administrator remains. */
  requireOtherAdmin,
  /** Rejects administrators who have lost the role since the request started. */
  requireStillAdmin,
  /** For administrators who help a user after a lost phone. */
  resetTwoFactor,
  /** For administrators who end a user's sessions. */
  signOutEverywhere,
  /** For administrators who suspend an account. */
  suspend,
} from './status/actions.ts';
export type {
  /** An account's related data, as counts and lists. */
  Belongings,
  /** A locked account. */
  HeldPerson,
  /** Columns that administrators can change. */
  PersonColumns,
} from './status/queries.ts';
export {
  /** For the admin panel's user page, which shows an account's related data. */
  findBelongings,
  /** For invitations, which can include Premium. */
  insertAdminGrant,
  /** Must be called before every change that adds or removes an administrator. */
  lockAdministrators,
  /** For administrators who give a user badges: finds and locks the badges that exist. */
  lockBadges,
  /** Locks an account for an admin action. */
  lockUser,
  /** Updates columns of a locked account. */
  updatePerson,
} from './status/queries.ts';
export {
  /** Values before and after a change, for the audit log. */
  changeOf,
  /** Masks emails for logs and lists. */
  maskEmail,
  /** The stored role for a role as shown to users. */
  storedRole,
} from './status/rules.ts';
