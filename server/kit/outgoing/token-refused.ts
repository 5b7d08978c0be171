/** Whether a third party has said that a refresh token is spent or taken back. */
export function isSpent(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'invalid_grant';
}

/** A third party's word that it does not take a token: it has ended, or was taken back. */
export class TokenRefused extends Error {
  constructor() {
    super('The service does not take the token.');
  }
}
