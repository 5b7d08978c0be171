/** What other domains may use of `applications`. */
export {
  /** A verified email sends the application that waited for it. */
  fulfilWish,
  /** Signing up may apply too. */
  submitApplication,
} from './actions.ts';
export {
  /** The reviewer sees earlier applications. */
  findOtherApplications,
} from './queries.ts';
