// Errors for requests that a third party refuses; not for outages.

/** A third party refused the request or sent an unexpected response. The service itself is up. */
export class UnexpectedResponseError extends Error {}

/** A third party's rate limit was reached, according to this response or the headers of an earlier one. */
export class RateLimitedError extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super(`The service asks us to wait ${retryAfterMs} ms.`);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Whether a third party reported that a refresh token was already used or revoked. */
export function isSpent(error: unknown): boolean {
  return error instanceof Error && 'error' in error && error.error === 'invalid_grant';
}

/** A third party rejected a token: it has expired or was revoked. */
export class TokenRevokedError extends Error {
  constructor() {
    super('The service rejected the token.');
  }
}
