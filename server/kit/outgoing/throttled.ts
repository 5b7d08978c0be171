/** A third party's request to be asked again later, whether its answer said so or its headers had before. */
export class Throttled extends Error {
  /** How long it asks to wait. */
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super(`The service asks to wait ${retryAfterMs} ms.`);
    this.retryAfterMs = retryAfterMs;
  }
}
