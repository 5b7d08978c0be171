// Structured logs with an allow-list: for each request, only method, path without query, status and duration are logged.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Fields that may be logged unchanged; all others are dropped. */
const allowed = [
  'reqId',
  'path',
  'method',
  'status',
  'ms',
  'views',
  'count',
  'kind',
  'port',
  'job',
  'topic',
  'names',
  'provider',
  'reason',
  'code',
  // Account events (platform/sign-in-log.ts): the account as a keyed hash, the network without the host part.
  'event',
  'outcome',
  'account',
  'network',
] as const;

/** PostgreSQL's "data exception" errors quote the value. */
const ABOUT_A_VALUE = /^22/;

/** An error's message without the offending value, because JSON parsers and the database quote what they could not read. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'non-error value thrown';
  if (error instanceof SyntaxError && /\bJSON\b/.test(error.message)) return 'This is not valid JSON.';
  if (error instanceof pg.DatabaseError && ABOUT_A_VALUE.test(error.code ?? ''))
    return error.message.replace(/".*"/s, '"…"');
  return error.message;
}

/**
 * The fields of an error that are safe to log. Others are not, because PostgreSQL puts row values into `detail` and drivers add
 * parameters.
 */
const errorParts = (error: unknown): object => {
  const message = errorMessage(error);
  if (!(error instanceof Error)) return { message };
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    message,
    stack: error.stack?.replace(error.message, () => message),
    ...(typeof code === 'string' ? { code } : {}),
  };
};

const onlyAllowed = (fields: Record<string, unknown>): Record<string, unknown> => {
  const kept: Record<string, unknown> = {};
  for (const key of allowed) if (key in fields) kept[key] = fields[key];
  if ('err' in fields) kept.err = errorParts(fields.err);
  return kept;
};

const pathOnly = (url: string | undefined): string => (url ?? '').split('?')[0] ?? '';

/** The process's logger: JSON lines to standard output or a given sink. */
export function requestLog(level: string, sink?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: onlyAllowedOrRequest },
    },
    sink,
  );
}

/** Logs one line per request, when the response is sent; by default Fastify also logs one when the request arrives. */
export class RequestLines extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...fields, err: error }, 'request aborted');
    else request.log.info(fields, 'request');
  }
}

const onlyAllowedOrRequest = (fields: Record<string, unknown>): Record<string, unknown> => {
  const kept = onlyAllowed(fields);
  const request = fields.req as { method?: string; url?: string; id?: string } | undefined;
  const reply = fields.res as { statusCode?: number } | undefined;
  if (request) Object.assign(kept, { method: request.method, path: pathOnly(request.url) });
  if (reply) Object.assign(kept, { status: reply.statusCode, ms: Math.round(Number(fields.responseTime ?? 0)) });
  return kept;
};
