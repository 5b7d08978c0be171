import { type Kysely, sql } from 'kysely';
import type { RequestStatus } from '#contract/requests/api.ts';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/public.ts';

export type RequestNewsRow = {
  id: string;
  name: string;
  status: RequestStatus;
  note: string;
  decision: number;
  resource: { id: string; title: string } | null;
  changedAt: Date;
};

/**
 * News about requests for a user who made them or wants to be notified, newest first. Excludes dismissed news, and changes made
 * before the user's vote or before `after`.
 */
export async function findRequestNews(
  db: Kysely<DB>,
  userId: string,
  { after, most }: { after: Date; most: number },
): Promise<RequestNewsRow[]> {
  const { rows } =
    await sql<RequestNewsRow>`select r.id, r.name, r.status, r.note, r.decision, r.changed_at as "changedAt",
      case when resources.id is not null then json_build_object('id', resources.id, 'title', resources.title) end as resource
    from request_votes v join resource_requests r on r.id = v.request_id
      left join resources on resources.id = r.resource_id and ${isVisible}
    where v.user_id = ${userId} and (v.tells or r.user_id = v.user_id) and r.decision > v.dismissed_decision
      and r.changed_at > ${after} and r.changed_at >= v.created_at and r.removed_at is null
    order by r.changed_at desc, r.id desc limit ${most}`.execute(db);
  return rows;
}

/** Dismisses news about a request, up to the given decision. Returns false if the user has not voted for the request. */
export async function dismissNews(
  db: Kysely<DB>,
  { requestId, userId, decision }: { requestId: string; userId: string; decision: number },
): Promise<boolean> {
  const { rows } = await sql`update request_votes v set
      dismissed_decision = greatest(v.dismissed_decision, least(${decision}, r.decision))
    from resource_requests r where r.id = v.request_id and v.request_id = ${requestId} and v.user_id = ${userId}
      and r.removed_at is null
    returning 1`.execute(db);
  return rows.length > 0;
}
