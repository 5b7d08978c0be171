// Reads uploads for administrators, and edits their details.

import type { BodyOf } from '#contract/http.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import { ownUploadPath } from '#contract/paths.ts';
import type { AdminUpload, AdminUploadDetail, changeAdminUpload } from '#contract/uploads/review.ts';
import type { Deps } from '#server/deps.ts';
import { sendNotice } from '#server/features/accounts/public.ts';
import { lockAuthor } from '#server/features/uploads/approval/queries.ts';
import { type HeldUpload, listUploadSessions, lockUpload, updateDetails } from '#server/features/uploads/queries.ts';
import { type CleanDetails, categoryMeant, cleanDetails, licenceProblem } from '#server/features/uploads/rules.ts';
import { announce } from '#server/kit/db/bus.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { lockCounters } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { presentUpload, presentUploadDetail } from './presenting.ts';
import * as queries from './queries.ts';
import type { UploadFilter } from './rules.ts';

/** Maximum number of files per resource whose findings are shown: first for the list, then for the detail view. */
const FINDINGS_SHOWN = 20;
const FINDINGS_INSPECTED = 200;

type Db = Deps['db'];

const findingsOf = async (db: Db, ids: string[], most: number) => {
  const found = await queries.findFindings(db, ids, most);
  const byResource = Map.groupBy(found, ({ resourceId }) => resourceId);
  return (id: string) =>
    (byResource.get(id) ?? []).flatMap(({ path, findings }) =>
      findings.map(({ code, sentence }) => ({ code, sentence, path })),
    );
};

/** Presents the rows, each with its first findings. */
export async function presentUploads(db: Db, rows: queries.ReviewedUploadRow[]): Promise<AdminUpload[]> {
  const findings = await findingsOf(
    db,
    rows.map(({ id }) => id),
    FINDINGS_SHOWN,
  );
  return rows.map((row) => presentUpload(row, findings(row.id)));
}

/** One upload, in the format of the list. @throws Problem RESOURCE_NOT_FOUND */
export async function readReviewedUpload(db: Db, id: string): Promise<AdminUpload> {
  const row = await queries.findReviewedUpload(db, id);
  const [upload] = row ? await presentUploads(db, [row]) : [];
  if (!upload) throw new Problem('RESOURCE_NOT_FOUND');
  return upload;
}

/** Full details of an upload. @throws Problem RESOURCE_NOT_FOUND */
export async function readDetail(db: Db, id: string): Promise<AdminUploadDetail> {
  const row = await queries.findDetail(db, id);
  if (!row) throw new Problem('RESOURCE_NOT_FOUND');
  const [findings, sessions, decisions, reports] = await Promise.all([
    findingsOf(db, [id], FINDINGS_INSPECTED),
    listUploadSessions(db, id),
    queries.findDecisions(db, id),
    queries.listUploadReports(db, id),
  ]);
  return presentUploadDetail(row, { findings: findings(id), sessions, decisions, reports });
}

type Measured = { total: number; atLeast: boolean; hits: readonly string[] | null };

/** Caches which recent searches had too many hits, so that these searches are not repeated for every page. */
export type ManyFound = ReturnType<typeof createMemory<{ hits: readonly string[] | null }>>;
export function createManyFound(): ManyFound {
  return createMemory({ max: 100, ttlMs: 10_000, keeps: ({ hits }) => hits === null });
}

/**
 * Number of uploads matching a filter: from the counters, or counted up to 10,000. For a search in a long list, also returns the
 * hits, unless there are more than 10,000. With that many hits, a page can be found quickly without them.
 */
export async function measureUploads(db: Db, filter: UploadFilter, many: ManyFound): Promise<Measured> {
  const { search, state } = filter;
  const isCounted = state !== 'HIDDEN' && state !== 'DELETED';
  const counts = isCounted ? await readListCounts(db, 'resources') : {};
  const counted = isCounted
    ? Object.entries(counts).reduce((sum, [status, count]) => (state && status !== state ? sum : sum + count), 0)
    : await queries.countFitting(db, { state, search: undefined });
  const capped = (total: number, hits: readonly string[] | null): Measured => ({
    total: Math.min(total, MOST_COUNTED_HITS),
    atLeast: total > MOST_COUNTED_HITS,
    hits,
  });
  if (search === undefined) return isCounted ? { total: counted, atLeast: false, hits: null } : capped(counted, null);
  if (counted <= MOST_COUNTED_HITS) return capped(await queries.countFitting(db, filter), null);
  const { hits } = await many.get(JSON.stringify([state, search]), async () => ({
    hits: await queries.searchUploadIds(db, state, search),
  }));
  return capped(hits?.length ?? MOST_COUNTED_HITS + 1, hits);
}

type Change = BodyOf<typeof changeAdminUpload>;

const wordsOf = (held: HeldUpload): CleanDetails => ({
  title: held.title,
  description: held.description,
  category: held.category,
  type: held.type as CleanDetails['type'],
  editor: held.editor,
  editorMinVersion: held.editorMinVersion,
  tags: held.tags,
  licence: held.licence,
  rightsDeclared: held.rightsDeclaredAt !== null,
  saleDeclared: held.saleDeclaredAt !== null,
});

const words = ['title', 'description', 'category', 'type', 'editor', 'editorMinVersion', 'tags', 'licence'] as const;
type Word = (typeof words)[number];

const pick = (details: CleanDetails, names: readonly Word[]) =>
  Object.fromEntries(names.map((name) => [name, details[name]]));

/** Placeholders for fields that were not sent. */
const UNJUDGED = { title: '-', description: '-', editor: '-', tags: [] };

/** Field names in the email to the leaker. */
const called: Record<Word, string> = {
  title: 'title',
  description: 'description',
  category: 'category',
  type: 'type',
  editor: 'editor',
  editorMinVersion: 'minimum version',
  tags: 'tags',
  licence: 'licence',
};

/**
 * Edits the details of an upload and emails its leaker. Only the given fields change, so that two administrators editing
 * different fields do not overwrite each other's changes. Only the leaker can change declarations.
 * @throws Problem RESOURCE_NOT_FOUND, BAD_INPUT, LICENCE_NOT_ALLOWED, VERSION_DETAILS
 */
export async function editUploadDetails(
  deps: Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'secret'>,
  { id, given, by }: { id: string; given: Change; by: AuditActor },
): Promise<void> {
  const now = deps.now();
  const { uploadCategories } = await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    await lockCounters(trx);
    const held = await lockUpload(trx, id);
    if (!held) throw new Problem('RESOURCE_NOT_FOUND');
    if (held.versionOf !== null) throw new Problem('VERSION_DETAILS');
    const before = wordsOf(held);
    const said = words.filter((name) => given[name] !== undefined);
    const category =
      given.category === undefined ? held.category : categoryMeant(given.category, uploadCategories, held.category);
    // Only validate fields that were sent, because an old value that is no longer valid must not block editing another field.
    const judged = cleanDetails({ ...before, ...UNJUDGED, ...given, category } as CleanDetails);
    const after: CleanDetails = { ...before, ...pick(judged, said) };
    const changed = said.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    if (changed.length === 0) return;
    if (changed.includes('category') || changed.includes('licence')) {
      const problem = after.licence === null ? null : licenceProblem({ ...after, licence: after.licence });
      if (problem) throw new Problem(problem);
    }
    await updateDetails(
      trx,
      id,
      {
        title: after.title,
        description: after.description,
        category: after.category,
        type: after.type,
        editor: after.editor,
        editor_min_version: after.editorMinVersion,
        tags: after.tags,
        licence: after.licence,
        rights_declared_at: held.rightsDeclaredAt,
        sale_declared_at: held.saleDeclaredAt,
      },
      now,
    );
    await writeAudit(trx, {
      at: now,
      actor: by,
      action: 'upload.change',
      subject: { kind: 'resource', id },
      before: pick(before, changed),
      after: pick(after, changed),
    });
    await announce(trx, 'resources', id);
    const leaker = await lockAuthor(trx, held.authorId);
    if (!leaker || held.authorId === by.id) return;
    const fields = changed.map((name) => called[name]).join(', ');
    const notice = {
      kind: 'upload-changed',
      title: after.title,
      fields,
      link: `${deps.publicUrl()}${ownUploadPath(id)}`,
    } as const;
    await sendNotice(deps, trx, { email: leaker.email, name: leaker.username }, notice);
  });
}
