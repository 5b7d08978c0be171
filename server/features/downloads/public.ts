/** Exports of `downloads` for other domains. */
export {
  /** The Discord command replies with a direct link to a file. */
  personalAddress,
} from './actions.ts';
export {
  /** The Discord command looks up an asset. */
  findDownloadable,
} from './queries.ts';
