/** What other domains may use of `forum`. */
export {
  /** Erasing an account removes pictures that no post shows. */
  deleteUnusedPicturesOf,
} from './content/actions.ts';
export {
  /** Erasing an account frees its names in mentions. */
  findNamesOf,
  /** Erasing an account turns mentions into plain words. */
  loosenMentions,
} from './content/queries.ts';
export type {
  /** What removing needs. */
  ModerationDeps,
  /** Sends what a removal changed to open pages. */
  Tell,
} from './moderation/actions.ts';
export {
  /** A report can remove the reported post. */
  deletePostInTransaction,
  /** A report on a thread's first post removes the thread. */
  deleteThreadInTransaction,
} from './moderation/actions.ts';
export {
  /** A report names the post's place. */
  findPlaceOf,
} from './moderation/queries.ts';
export type {
  /** The socket's events, made in app.ts. */
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
