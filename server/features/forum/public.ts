/** Exports of `forum` for other domains. */
export {
  /** For account erasure: deletes the user's pictures that no post shows. */
  deleteUnusedPicturesOf,
} from './content/actions.ts';
export {
  /** For account erasure: finds the user's names, so that mentions of them can become plain text. */
  findNamesOf,
  /** For account erasure: turns mentions of the user's names into plain text. */
  loosenMentions,
} from './content/queries.ts';
export type {
  /** Dependencies of the removal functions. */
  ModerationDeps,
  /** Notifies connected readers of a removal. */
  Tell,
} from './moderation/actions.ts';
export {
  /** An accepted report can remove the reported post. */
  deletePostInTransaction,
  /** A report on a thread's first post removes the thread. */
  deleteThreadInTransaction,
} from './moderation/actions.ts';
export {
  /** For reports: finds the thread of the reported post. */
  findPlaceOf,
} from './moderation/queries.ts';
export {
  /** For the queue of reports: the caller as a moderator. */
  moderatorOf,
  /** For the queue of reports: whether someone may decide about a post. */
  requireModerator,
} from './moderators/actions.ts';
export {
  /** For the queue of reports: which posts it is about. */
  findModeratedCategories,
} from './moderators/queries.ts';
export type {
  /** Live events, created in app.ts. */
  Live,
} from './read/events.ts';
export type {
  /** Row type of `authorOf`. */
  AuthorRow,
} from './read/queries/authors.ts';
export {
  /** Share cards name a thread's author. */
  authorOf,
} from './read/queries/authors.ts';
export {
  /** Share cards name a thread's author. */
  presentAuthor,
} from './read/rules.ts';
export {
  /** Suggests threads while someone is typing, for the command palette. */
  suggestThreads,
} from './read/suggesting.ts';
