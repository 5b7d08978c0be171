// Append-only log of administrative actions. No other code writes to it, and the database rejects changes to its rows.
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Who acted. `id` is null for the site itself: a command, a job or the first start. */
export type AuditActor = { id: string | null; name: string; address?: string | null };

export type AuditEntry = {
  at: Date;
  actor: AuditActor;
  /** `thing.verb`, for example `settings.change`. */
  action: string;
  subject: { kind: string; id: string };
  /** Values before and after the change. Must never include a secret, a hash or a token. */
  before?: unknown;
  after?: unknown;
  /** Network address of the request; null for the site itself. */
  address?: string | null;
};

const asJson = (value: unknown): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** Writes one entry, in the action's own transaction, so that either both are saved or neither is. */
export async function writeAudit(trx: Kysely<DB>, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      at: entry.at,
      actor_id: entry.actor.id,
      actor_name: entry.actor.name,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      before: asJson(entry.before),
      after: asJson(entry.after),
      address: entry.address ?? entry.actor.address ?? null,
    })
    .execute();
}
