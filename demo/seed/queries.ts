/** Queries for the starter content: finding what exists, inserting new rows and deleting the demo. */

import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { HOUSE } from '#demo/content/people.ts';
import { postPictureKey } from '#server/features/forum/content/rules.ts';
import { profilePictureKey } from '#server/features/members/rules.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import type { StoredContent } from '#server/kit/storage/storage.ts';
import type { StarterPerson, StarterResource } from './build.ts';
import { deleteDemoForum } from './forum-queries.ts';
import { demoPremium } from './premium.ts';
import type { PackPreview } from './previews.ts';
import { deleteDemoRequests } from './request-queries.ts';

/** A person to insert, whose images are already stored. */
export interface NewPerson extends StarterPerson {
  id: string;
  passwordHash: string | null;
  demo: boolean;
  avatarFile: string | null;
  bannerFile: string | null;
}

/** A resource to insert, whose images and files are already stored. */
export type NewResource = {
  id: string;
  given: StarterResource;
  thumbnailKey: string;
  stripKey: string | null;
  preview: PackPreview;
  files: (StoredContent & { path: string; key: string; mediaType: string | null })[];
  demo: boolean;
};

/** Ensures that only one process at a time creates starter content. The lock is released when the transaction ends. */
export function lockFilling(trx: Kysely<DB>) {
  return lockAdvisory(trx, LOCKS.filling);
}

export async function findIdsByName(db: Kysely<DB>, names: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('users').select(['id', 'username']).where('username', 'in', names).execute();
  return new Map(rows.map((row) => [row.username, row.id]));
}

export async function insertPerson(trx: Kysely<DB>, person: NewPerson): Promise<void> {
  await trx
    .insertInto('users')
    .values({
      id: person.id,
      username: person.username,
      email: person.email,
      email_verified_at: person.createdAt,
      password_hash: person.passwordHash,
      role: person.role,
      display_name: person.displayName,
      bio: person.bio,
      avatar: person.avatarFile,
      banner: person.bannerFile,
      verified: person.role === 'LEAKER',
      badges: [...person.badges],
      demo: person.demo,
      created_at: person.createdAt,
      updated_at: person.createdAt,
    })
    .execute();
  if (!person.premium) return;
  await trx
    .insertInto('grants')
    .values({ user_id: person.id, source: 'admin', reference: person.id, starts_at: person.createdAt, ends_at: null })
    .execute();
}

/** The administrator who reviewed the demo's uploads. */
const DECIDER = 'admin-demo';
const PREMIUM = /premium/i;

/** Inserts a resource, its files and its review decision. `people` maps usernames to user ids. */
export async function insertResource(
  trx: Kysely<DB>,
  { id, given, files, ...made }: NewResource,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const author = people.get(given.authorUsername);
  if (!author) throw new Error(`The starter content refers to an unknown author: ${given.authorUsername}`);
  await trx
    .insertInto('resources')
    .values({
      id,
      slug: given.slug,
      author_id: author,
      title: given.title,
      description: given.description,
      category: given.category,
      editor: given.editor,
      editor_min_version: given.editorMinVersion,
      type: given.type,
      tags: given.tags.map((tag) => tag.toLowerCase()),
      licence: given.licence,
      rights_declared_at: given.createdAt,
      sale_declared_at: PREMIUM.test(given.category) ? given.createdAt : null,
      status: given.decision?.status ?? 'PENDING',
      status_reason: given.decision?.reason ?? null,
      submitted_at: given.createdAt,
      thumbnail_key: made.thumbnailKey,
      strip_key: made.stripKey,
      strip_kind: made.preview.strip ?? 'frames',
      facts: JSON.stringify(made.preview.facts),
      media_label: made.preview.label,
      file_count: files.length,
      file_size: files.reduce((sum, file) => sum + file.size, 0),
      demo: made.demo,
      approved_at: given.decision?.status === 'APPROVED' ? given.decision.at : null,
      created_at: given.createdAt,
      updated_at: given.createdAt,
    })
    .execute();
  await trx
    .insertInto('resource_files')
    .values(
      files.map((file) => ({
        resource_id: id,
        path: file.path,
        size: file.size,
        sha256: file.sha256,
        crc32: file.crc32,
        storage_key: file.key,
        media_type: file.mediaType,
        created_at: given.createdAt,
      })),
    )
    .execute();
  if (!given.decision) return;
  await trx
    .insertInto('resource_decisions')
    .values({
      resource_id: id,
      leaker_id: author,
      status: given.decision.status,
      reason: given.decision.reason,
      decided_by: people.get(DECIDER) ?? null,
      decided_at: given.decision.at,
    })
    .execute();
}

export async function findSlugs(db: Kysely<DB>): Promise<Set<string>> {
  const rows = await db.selectFrom('resources').select('slug').where('slug', 'is not', null).execute();
  return new Set(rows.map((row) => row.slug ?? ''));
}

/** Whether there is any account besides the house account. */
export async function hasPeople(db: Kysely<DB>, houseName: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('username', '<>', houseName).limit(1).executeTakeFirst();
  return row !== undefined;
}

const isPublic = sql`(r.status = 'APPROVED' and r.hidden_at is null and r.deleted_at is null)`;

/**
 * Recomputes all counters for likes (including likes on posts), saves, follows and downloads from the rows. View counts are set
 * directly, because views have no rows.
 */
export async function countRelations(trx: Kysely<DB>): Promise<void> {
  await sql`
    update resources r set
      likes = (select count(*) from likes l where l.resource_id = r.id),
      saves = (select count(*) from saves s where s.resource_id = r.id),
      downloads = (select count(*) from downloads d where d.resource_id = r.id)`.execute(trx);
  await sql`
    update users u set
      followers_count = (select count(*) from follows f where f.leaker_id = u.id),
      following_count = (select count(*) from follows f where f.follower_id = u.id),
      total_likes = coalesce((select sum(r.likes) from resources r where r.author_id = u.id and ${isPublic}), 0),
      reputation = coalesce((select sum(r.likes) from resources r where r.author_id = u.id and ${isPublic}), 0)
        + coalesce((select sum(p.like_count) from forum_posts p join forum_threads t on t.id = p.thread_id
          where p.author_id = u.id and p.deleted_at is null and t.deleted_at is null), 0),
      views_count = coalesce((select sum(r.views) from resources r where r.author_id = u.id), 0)`.execute(trx);
}

/** Inserts the demo content of the Premium page. */
export async function insertDemoPremium(trx: Kysely<DB>, at: Date): Promise<void> {
  await trx
    .insertInto('settings')
    .values({ key: 'premiumDemo', value: JSON.stringify(demoPremium), updated_at: at })
    .execute();
}

/** Storage keys of all files that belong to demo people and their resources. */
export async function findDemoKeys(db: Kysely<DB>): Promise<string[]> {
  const files = await db
    .selectFrom('resource_files')
    .innerJoin('resources', 'resources.id', 'resource_files.resource_id')
    .select('storage_key as key')
    .where('resources.demo', '=', true)
    .execute();
  const resources = await db
    .selectFrom('resources')
    .select(['thumbnail_key as thumbnail', 'strip_key as strip'])
    .where('demo', '=', true)
    .execute();
  const previews = await db
    .selectFrom('file_previews')
    .innerJoin('resource_files', 'resource_files.id', 'file_previews.file_id')
    .innerJoin('resources', 'resources.id', 'resource_files.resource_id')
    .select('keys')
    .where('resources.demo', '=', true)
    .execute();
  const people = await db.selectFrom('users').select(['avatar', 'banner']).where('demo', '=', true).execute();
  const ofPosts = await db
    .selectFrom('forum_pictures')
    .innerJoin('users', 'users.id', 'forum_pictures.user_id')
    .select('file')
    .where('users.demo', '=', true)
    .execute();
  const pictures = [
    ...people.flatMap(({ avatar, banner }) => [avatar, banner]).map((file) => profilePictureKey(file ?? '')),
    ...ofPosts.map(({ file }) => postPictureKey(file)),
  ];
  const thumbnails = resources.flatMap(({ thumbnail, strip }) => [
    ...(thumbnail ? [320, 640, 1280].map((width) => `t/${thumbnail}-${width}.webp`) : []),
    ...(strip ? [`t/${strip}`] : []),
  ]);
  const ofFiles = previews.flatMap(({ keys }) => keys.map((key) => `t/${key}`));
  return [...files.map((row) => row.key), ...thumbnails, ...ofFiles, ...pictures.filter((key) => key !== null)];
}

/**
 * Locks the content of all demo files, so that no upload can start sharing one of them (identical content is stored only once).
 * Uses the same advisory locks as uploads, which are released when the transaction ends.
 */
export async function lockDemoContent(trx: Kysely<DB>): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(content.sha256, 0)) from (
      select distinct f.sha256 from resource_files f join resources r on r.id = f.resource_id
      where r.demo order by 1) content`.execute(trx);
}

/** Of the given keys, those that no file or post image uses any more. */
export async function findUnusedKeys(trx: Kysely<DB>, keys: readonly string[]): Promise<string[]> {
  const used = await trx
    .selectFrom('resource_files')
    .select('storage_key as key')
    .where('storage_key', '=', sql<string>`any (${keys}::text[])`)
    .execute();
  const pictures = await trx.selectFrom('forum_pictures').select('file').execute();
  const inUse = new Set([...used.map(({ key }) => key), ...pictures.map(({ file }) => postPictureKey(file) ?? '')]);
  return keys.filter((key) => !inUse.has(key));
}

/** Deletes the demo's resources, people and activity. Real people's content is kept. */
export async function deleteDemo(trx: Kysely<DB>): Promise<{ resources: number; people: number }> {
  await deleteDemoForum(trx, HOUSE.username);
  await deleteDemoRequests(trx);
  await trx.deleteFrom('settings').where('key', '=', 'premiumDemo').execute();
  await trx.deleteFrom('activity').where('demo', '=', true).execute();
  // The counts of past days include the demo, so they must be recomputed.
  await trx.deleteFrom('daily_counts').execute();
  await trx.deleteFrom('downloads').where('demo', '=', true).execute();
  const resources = await trx.deleteFrom('resources').where('demo', '=', true).executeTakeFirst();
  const people = await trx.deleteFrom('users').where('demo', '=', true).executeTakeFirst();
  await countRelations(trx);
  return { resources: Number(resources.numDeletedRows), people: Number(people.numDeletedRows) };
}
