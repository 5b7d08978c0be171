// Structured logs by allow-list: a request is logged by its method, path without query, status and time, nothing else.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import pg from 'pg';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Values that may be written as they are. Anything else given to a log line is dropped. */
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
  // Account events (platform/sign-in-log.ts): the account as a keyed name, the network without the host.
  'event',
  'outcome',
  'account',
  'network',
] as const;

/** Errors of PostgreSQL about a value ("data exception") quote it. */
const ABOUT_A_VALUE = /^22/;

/** What an error says, without the value that it is about: readers of JSON and the database quote what they could not read. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'thrown value without a message';
  if (error instanceof SyntaxError && /\bJSON\b/.test(error.message)) return 'This is not valid JSON.';
  if (error instanceof pg.DatabaseError && ABOUT_A_VALUE.test(error.code ?? ''))
    return error.message.replace(/".*"/s, '"…"');
  return error.message;
}

/** PostgreSQL puts row values into `detail`, and drivers add parameters: only these parts of an error are written. */
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

/** The process's log: JSON lines on standard output, or into a given sink. */
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

/** One line for each request, when it is answered; Fastify by itself also writes one when it arrives. */
export class RequestLines extends LogController {
  override incomingRequest(): void {}
  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) request.log.error({ ...fields, err: error }, 'request broke off');
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
