/** A third party's word that it does not take a token: it has ended, or was taken back. */
export class TokenRefused extends Error {
  constructor() {
    super('The service does not take the token.');
  }
}
