// Errors that features throw deliberately, and the only place where failures of any kind are turned into error responses.
import { type ProblemBody, type ProblemCode, problemOf } from '#contract/problems.ts';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';

/** Thrown by features to reject a request. Contains a code from the catalogue and details that the standard message lacks. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extra: { fields?: Record<string, string>; message?: string; retryAfterSeconds?: number; allow?: string };

  constructor(code: ProblemCode, extra: Problem['extra'] = {}) {
    super(extra.message ?? problemOf(code).message);
    this.name = 'Problem';
    this.code = code;
    this.extra = extra;
  }
}

/** The body of an error response: RFC 9457, plus the keys that clients written for the specification expect. */
export function problemBody(problem: Problem): ProblemBody {
  const { status } = problemOf(problem.code);
  return {
    type: 'about:blank',
    title: problem.message,
    status,
    code: problem.code,
    message: problem.message,
    error: problem.message,
    ...(problem.extra.fields ? { fields: problem.extra.fields } : {}),
  };
}

type FrameworkError = { code?: string; statusCode?: number };

const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'NOT_ACCEPTABLE_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_BAD_URL: 'BAD_REQUEST',
};

/**
 * Whether an error of PostgreSQL or the pool means that the database is unavailable: classes 08, 57P and 53, and lost
 * connections.
 */
const databaseIsAway = (code: string | undefined, message: string): boolean =>
  /^(08|57P|53)/.test(code ?? '') ||
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|57014)$/.test(code ?? '') ||
  /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/.test(message);

/** Converts anything thrown into a Problem; null if it is a bug, which must be logged. */
export function asProblem(thrown: unknown): Problem | null {
  if (thrown instanceof Problem) return thrown;
  const { code, statusCode } = thrown as FrameworkError;
  const known = code === undefined ? undefined : frameworkCodes[code];
  if (known) return new Problem(known);
  if (thrown instanceof Error && databaseIsAway(code, thrown.message)) {
    return new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
  }
  if (thrown instanceof StorageUnavailable) return new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
  if (statusCode === 429) return new Problem('TOO_MANY_REQUESTS');
  if (statusCode === 413) return new Problem('TOO_LARGE');
  if (statusCode === 415) return new Problem('NOT_ACCEPTABLE_TYPE');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('BAD_REQUEST');
  return null;
}
