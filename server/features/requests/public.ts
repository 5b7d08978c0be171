/** The parts of `requests` that other domains may use. */
export {
  /** Erasing an account removes its votes. */
  deleteVotes,
} from './queries.ts';
