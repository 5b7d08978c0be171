// Logs exports: downloading a list is only a read, but it must leave an audit entry.
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeAudit } from './audit.ts';
import { actorOf, type Caller } from './serve.ts';

/** Lists that can be exported; the audit action is `<list>.export`. */
export type ExportedList = 'user' | 'upload' | 'application' | 'activity' | 'audit';

/**
 * Writes an audit entry for an export. Rejects requests from other sites, where a link could cause load and fill the log.
 * HEAD requests are not logged, because they export nothing.
 * @param filter the filters applied to the list
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
