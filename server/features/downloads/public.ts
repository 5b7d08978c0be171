/** Exports of `downloads` for other domains. */
export {
  /** The Discord command leads straight to a file. */
  personalAddress,
} from './actions.ts';
export {
  /** The Discord command finds an asset. */
  findDownloadable,
} from './queries.ts';
