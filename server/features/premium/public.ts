/** What other domains may use of `premium`. */
export {
  /** A deleted or restored account loses or regains its Discord role. */
  scheduleChatRoleSync,
} from './discord-role/actions.ts';
export {
  /** Home shows how many people the chat has. */
  findChatCount,
} from './discord-role/queries.ts';
export {
  /** The guild whose people are counted. */
  countedGuildOf,
} from './discord-role/rules.ts';
export {
  /** Erasing an account removes its memberships. */
  deleteMembershipsOf,
} from './memberships/queries.ts';
export {
  /** Settings that change nothing about memberships settle nothing. */
  countsAlike,
} from './memberships/rules.ts';
export {
  /** Changed settings settle all memberships again. */
  resettleAll,
} from './patreon-sync/actions.ts';
