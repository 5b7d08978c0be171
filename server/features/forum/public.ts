/** Exports of `forum` for other domains. */
export {
  /** Erasing an account removes pictures that no post shows. */
  deleteUnusedPicturesOf,
} from './content/actions.ts';
export {
  /** Erasing an account looks up the names whose mentions it removes. */
  findNamesOf,
  /** Erasing an account turns mentions into plain text. */
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
  /** A report looks up the location of the reported post. */
  findPlaceOf,
} from './moderation/queries.ts';
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
