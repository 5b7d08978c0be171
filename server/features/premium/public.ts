/** Exports of `premium` for other domains. */
export {
  /** Removes the Discord role of a deleted account, and gives it back when the account is restored. */
  scheduleChatRoleSync,
} from './discord-role/actions.ts';
export {
  /** The home page shows the number of chat members. */
  findChatCount,
} from './discord-role/queries.ts';
export {
  /** Identifies the guild whose members are counted. */
  countedGuildOf,
} from './discord-role/rules.ts';
export {
  /** Erasing an account removes its memberships. */
  deleteMembershipsOf,
} from './memberships/queries.ts';
export {
  /** Lets settings skip the update if no membership would change. */
  countsAlike,
} from './memberships/rules.ts';
export {
  /** Recomputes all memberships after a change of settings. */
  resettleAll,
} from './patreon-sync/actions.ts';
