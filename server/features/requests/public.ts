/** Exports of `requests` for other domains. */
export {
  /** Erasing an account removes its votes. */
  deleteVotes,
} from './queries.ts';
