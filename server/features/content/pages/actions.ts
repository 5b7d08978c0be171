// Changes to the text of the site's own pages. Each change writes an audit log entry and is published to every process.
import type { TextSlug } from '#contract/content/limits.ts';
import type { Deps } from '#server/deps.ts';
import { announce } from '#server/kit/db/bus.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { sitePartsOf } from '#server/platform/site-parts.ts';
import { defaultText } from './defaults.ts';
import * as queries from './queries.ts';
import { changedPassage } from './rules.ts';

/** Bus topic, published when the text of a page changes. */
export const TEXTS_TOPIC = 'texts';

type TextChange = {
  slug: TextSlug;
  /** The new text; null restores the default text. */
  body: string | null;
  /** When the version being edited was last changed; null for the default text, undefined to overwrite any version. */
  was?: string | null | undefined;
  by: AuditActor;
};

/**
 * Changes the text of a page. Does nothing if it stays the same.
 * @throws Problem TEXT_CHANGED if someone else has changed it since `was`
 */
export async function changeText(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { slug, body, was, by }: TextChange,
): Promise<void> {
  const original = await defaultText(slug, config, sitePartsOf(config));
  await db.transaction().execute(async (trx) => {
    await queries.lockTexts(trx);
    const row = await queries.findText(trx, slug);
    if (was !== undefined && (row?.updatedAt.toISOString() ?? null) !== was) throw new Problem('TEXT_CHANGED');
    const before = row?.body ?? original;
    const after = body ?? original;
    if (body === null ? row === undefined : before === after) return;
    const at = now();
    if (body === null) await queries.deleteText(trx, slug);
    else await queries.putText(trx, { slug, body, by: by.id }, at);
    const passage = changedPassage(before, after);
    await writeAudit(trx, {
      at,
      actor: by,
      action: body === null ? 'text.reset' : 'text.change',
      subject: { kind: 'text', id: slug },
      before: { characters: before.length, passage: passage.before },
      after: { characters: after.length, passage: passage.after },
    });
    await announce(trx, TEXTS_TOPIC, slug);
  });
}
