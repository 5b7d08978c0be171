/** Exports of `notifications` for other domains. */
export {
  /** For domains that send an email together with a notification: whether it is wanted, and its unsubscribe link. */
  ownMailOf,
} from './actions.ts';
export {
  /** For domains that email many people about one event. */
  unsubscribeLink,
} from './links.ts';
export {
  /** For account deletion. */
  deleteNotificationsOf,
  /** For writes of a single statement: the insert as a CTE named `told`. */
  insertNotifications,
  /** Condition of kinds whose notifications never disappear. */
  isAlwaysVisible,
  /** Notifies one person in the caller's transaction. */
  notifyPerson,
  /** Notifies many people with one statement. */
  notifySelected,
  /** Announces the people in the CTE `told`. */
  toldCount,
  /** SQL condition for domains that email many people about one event. */
  wantsMail,
} from './queries.ts';
