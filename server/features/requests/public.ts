/** What other domains may use of `requests`. */
export {
  /** Erasing an account removes its votes. */
  deleteVotes,
} from './queries.ts';
