// Writes audit entries for exports: downloading a list changes nothing, but it must leave a trace.
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeAudit } from './audit.ts';
import { actorOf, type Caller } from './serve.ts';

/** Lists that can be exported. The audit action is `<list>.export`. */
export type ExportedList = 'user' | 'upload' | 'application' | 'activity' | 'audit';

/**
 * Writes an audit entry for an export. Requests that come from other sites are rejected, because links on other sites could cause
 * load and fill the log. HEAD requests are not logged, because they export nothing.
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
