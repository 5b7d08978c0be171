/** Exports of `image-proxy` for other domains. */
export {
  /** SQL condition for images that could not be fetched; the board leaves them out. */
  isUnreadable,
} from './queries.ts';
export {
  /** Rate limit key shared by all fetches of URLs that the same person provides. */
  outgoingReadsKey,
} from './rules.ts';
