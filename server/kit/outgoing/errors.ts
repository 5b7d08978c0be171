// What third parties answer when they do not do what was asked, apart from being away.

/** A third party's answer about one person or thing that is of no use: it refuses, or has another form. It is not away. */
export class UnexpectedResponseError extends Error {}

/** A third party's request to be asked again later, whether its answer said so or its headers had before. */
export class RateLimitedError extends Error {
  /** How long it asks to wait. */
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super(`The service asks to wait ${retryAfterMs} ms.`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether a third party has said that a refresh token is spent or taken back. */
export function isSpent(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'invalid_grant';
}

/** A third party's word that it does not take a token: it has ended, or was taken back. */
export class TokenRevokedError extends Error {
  constructor() {
    super('The service does not take the token.');
  }
}
