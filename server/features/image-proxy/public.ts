/** Exports of `image-proxy` for other domains. */
export {
  /** SQL condition for images that could not be fetched; the board leaves them out. */
  isUnreadable,
} from './queries.ts';
export {
  /** Rate limit key, so that all fetches of URLs given by a person count together. */
  outgoingReadsKey,
} from './rules.ts';
