// What happens before a list leaves the site as a file: it is a read, but one that should leave a trace.
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeAudit } from './audit.ts';
import { actorOf, type Caller } from './serve.ts';

/** Lists that can be exported; the act is `<list>.export`. */
export type ExportedList = 'user' | 'upload' | 'application' | 'activity' | 'audit';

/**
 * Writes down who takes a list out, and refuses when a page of another site sent them: a link there would make the database
 * work and fill the log. HEAD takes nothing.
 * @param filter what the list was narrowed by
 * @throws Problem CROSS_SITE
 */
export async function noteExport(
  { db, now }: { db: Kysely<DB>; now(): Date },
  request: FastifyRequest,
  caller: Pick<Caller, 'viewer' | 'network'>,
  { list, filter }: { list: ExportedList; filter: object },
): Promise<void> {
  const site = request.headers['sec-fetch-site'];
  if (site === 'cross-site' || site === 'same-site') throw new Problem('CROSS_SITE');
  if (request.method !== 'GET') return;
  await writeAudit(db, {
    at: now(),
    actor: actorOf(caller),
    action: `${list}.export`,
    subject: { kind: 'list', id: list },
    after: filter,
  });
}
