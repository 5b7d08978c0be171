/** What other domains may use of `downloads`. */
export {
  /** The Discord command leads straight to a file. */
  personalAddress,
} from './actions.ts';
export {
  /** The Discord command finds an asset. */
  findDownloadable,
} from './queries.ts';
