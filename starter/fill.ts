/** Puts the starter content into database and storage at a first start: the eight elements always, the demo if wanted. */
import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { DB } from '#db/types.ts';
import { makeThumbnails } from '#server/kit/images.ts';
import { passwords } from '#server/kit/passwords.ts';
import type { StoredContent, Storage } from '#server/kit/storage.ts';
import { buildDemo, buildElements, demoPeople, houseAccount, type StarterPerson, type StarterResource } from './build.ts';
import { insertRelations } from './fill-relations.ts';
import { countRelations, findSlugs, findUserByName, hasPeople, lockFilling } from './queries.ts';
import { demoRelations } from './relations.ts';

/** The password of the four demo accounts; they can sign in on this machine only. */
const DEMO_PASSWORD = 'helix-demo-2026';
const DEMO_ACCOUNTS = new Set(['admin-demo', 'leaker-demo', 'premium-demo', 'member-demo']);
/** Pictures are drawn on the processor; files wait for the disk. A few at once keep both busy. */
const AT_ONCE = 4;

interface FillDeps {
  db: Kysely<DB>;
  storage: Storage;
  bus: { publish(trx: Kysely<DB>, topic: string, id: string): Promise<void> };
  log: { info(fields: object, message: string): void };
  now(): Date;
}

interface StoredResource {
  id: string;
  given: StarterResource;
  thumbnailKey: string;
  stripKey: string | null;
  files: (StoredContent & { path: string; key: string })[];
}

/**
 * Fills what is missing. Files are stored first, then all rows in one transaction, so a start that was killed leaves no
 * half content and the next one begins anew. Several processes may start at once.
 */
export async function fillStarter(deps: FillDeps, options: { demo: boolean }): Promise<void> {
  const { db } = deps;
  const house = houseAccount(deps.now());
  const slugs = await findSlugs(db);
  const elements = buildElements(deps.now()).filter(({ slug }) => slug !== null && !slugs.has(slug));
  const wantsDemo = options.demo && !(await hasPeople(db, house.username));
  if (elements.length === 0 && !wantsDemo) return;
  const started = Date.now();
  const resources = [...elements, ...(wantsDemo ? buildDemo(deps.now()) : [])];
  deps.log.info({ count: resources.length }, 'making the first content');
  await db.transaction().execute(async (trx) => {
    await lockFilling(trx);
    // Another process may have filled it while this one waited.
    const known = await findSlugs(trx);
    const missing = resources.filter(({ slug }) => slug === null || !known.has(slug));
    const demo = wantsDemo && !(await hasPeople(trx, house.username));
    const wanted = missing.filter(({ slug }) => slug !== null || demo);
    if (wanted.length === 0) return;
    const people = [house, ...(demo ? demoPeople(deps.now()) : [])];
    const ids = await insertPeople(trx, deps, people, house.username);
    const stored = await mapSome(wanted, (resource) => storeResource(deps.storage, resource));
    for (const resource of stored) await insertResource(trx, resource, ids, house.username);
    if (demo) {
      const keys = new Map(stored.map(({ given, id }) => [given.key, id]));
      await insertRelations(trx, demoRelations(deps.now()), ids, keys);
    }
    await countRelations(trx);
    await deps.bus.publish(trx, 'resources', 'all');
  });
  deps.log.info({ count: resources.length, ms: Date.now() - started }, 'the first content is made');
}

async function mapSome<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await run(items[index] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

const shortHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

async function storePicture(storage: Storage, userId: string, make: (() => Promise<Buffer>) | null) {
  if (!make) return null;
  const body = await make();
  const hash = shortHash(body);
  await storage.put(`u/${userId}/${hash}.webp`, body);
  return `${userId}-${hash}.webp`;
}

async function insertPeople(trx: Kysely<DB>, deps: FillDeps, people: readonly StarterPerson[], houseName: string) {
  const hash = people.length > 1 ? await passwords.hash(DEMO_PASSWORD) : null;
  const ids = new Map<string, string>();
  await mapSome(people, async (person) => {
    const known = await findUserByName(trx, person.username);
    if (known) return void ids.set(person.username, known.id);
    const id = randomUUID();
    ids.set(person.username, id);
    const [avatar, banner] = [
      await storePicture(deps.storage, id, person.avatar),
      await storePicture(deps.storage, id, person.banner),
    ];
    const isHouse = person.username === houseName;
    await trx
      .insertInto('users')
      .values({
        id,
        username: person.username,
        email: isHouse ? 'helix-studio@house.invalid' : person.email,
        email_verified_at: person.createdAt,
        password_hash: DEMO_ACCOUNTS.has(person.username) ? hash : null,
        role: person.role,
        display_name: person.displayName,
        bio: person.bio,
        avatar,
        banner,
        verified: person.role === 'LEAKER',
        badges: [...person.badges],
        demo: !isHouse,
        created_at: person.createdAt,
        updated_at: person.createdAt,
      })
      .execute();
    if (person.premium) {
      await trx
        .insertInto('grants')
        .values({ user_id: id, source: 'admin', reference: id, starts_at: person.createdAt, ends_at: null })
        .execute();
    }
  });
  return ids;
}

async function storeResource(storage: Storage, given: StarterResource): Promise<StoredResource> {
  const id = randomUUID();
  const thumbnail = await given.thumbnail();
  const thumbnailHash = shortHash(thumbnail);
  const { widths } = await makeThumbnails(thumbnail);
  for (const { width, body } of widths) await storage.put(`t/${id}/${thumbnailHash}-${width}.webp`, body);
  let stripKey: string | null = null;
  if (given.strip) {
    const strip = await sharp(await given.strip()).webp({ quality: 60 }).toBuffer();
    stripKey = `${id}/${shortHash(strip)}-strip.webp`;
    await storage.put(`t/${stripKey}`, strip);
  }
  const files: StoredResource['files'] = [];
  for (const file of given.files) {
    const key = `r/${id}/${randomUUID()}`;
    files.push({ path: file.path, key, ...(await storage.put(key, await file.make())) });
  }
  return { id, given, thumbnailKey: `${id}/${thumbnailHash}`, stripKey, files };
}

async function insertResource(trx: Kysely<DB>, stored: StoredResource, ids: Map<string, string>, houseName: string) {
  const { id, given, files } = stored;
  const author = ids.get(given.authorUsername);
  if (!author) throw new Error(`The starter content names an unknown author: ${given.authorUsername}`);
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
      status: 'APPROVED',
      thumbnail_key: stored.thumbnailKey,
      strip_key: stored.stripKey,
      media_label: given.mediaLabel,
      file_count: files.length,
      file_size: files.reduce((sum, file) => sum + file.size, 0),
      demo: given.authorUsername !== houseName,
      approved_at: given.createdAt,
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
        created_at: given.createdAt,
      })),
    )
    .execute();
}
