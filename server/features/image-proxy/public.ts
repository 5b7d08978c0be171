/** What other domains may use of `image-proxy`. */
export {
  /** The board shows no picture that could not be read. */
  isUnreadable,
} from './queries.ts';
export {
  /** Reads of addresses that one person names are counted together. */
  outgoingReadsKey,
} from './rules.ts';
