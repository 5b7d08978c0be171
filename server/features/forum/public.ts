/** The parts of `forum` that other domains may use. */
export {
  /** Erasing an account removes pictures that no post shows. */
  deleteUnusedPicturesOf,
} from './content/actions.ts';
export {
  /** Erasing an account frees its names in mentions. */
  findNamesOf,
  /** Erasing an account turns mentions into plain text. */
  loosenMentions,
} from './content/queries.ts';
export type {
  /** Dependencies of the removal functions. */
  ModerationDeps,
  /** Sends the changes of a removal to open pages. */
  Tell,
} from './moderation/actions.ts';
export {
  /** An accepted report can remove the reported post. */
  deletePostInTransaction,
  /** A report on a thread's first post removes the thread. */
  deleteThreadInTransaction,
} from './moderation/actions.ts';
export {
  /** A report names the reported post's location. */
  findPlaceOf,
} from './moderation/queries.ts';
export type {
  /** The socket's events, created in app.ts. */
  Live,
} from './read/events.ts';
export type {
  /** The row behind `authorOf`. */
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
