/**
 * Writes the starter content to the database and storage on the first start: always the eight elements and the forum categories,
 * plus the demo if requested.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH } from '#demo/art/frame.ts';
import { makeInStudio } from '#demo/art/studio.ts';
import { DEFAULT_CATEGORIES } from '#demo/content/forum/places.ts';
import { newPostPictureFile, postPictureKey } from '#server/features/forum/content/rules.ts';
import { HEAD_BYTES, kindOfContent } from '#server/kit/media/file-kind.ts';
import { makeThumbnails } from '#server/kit/media/images.ts';
import { passwords } from '#server/kit/security/passwords.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import {
  buildDemo,
  buildElements,
  buildWaiting,
  demoPeople,
  houseAccount,
  type StarterPerson,
  type StarterResource,
} from './build.ts';
import { type DemoThread, demoThreads } from './forum.ts';
import { countForum, type ForumNames, hasCategories, insertCategories, insertThreads } from './forum-queries.ts';
import { previewOf, readPoster, readStrip } from './previews.ts';
import {
  countRelations,
  findIdsByName,
  findSlugs,
  hasPeople,
  insertDemoPremium,
  insertPerson,
  insertResource,
  lockFilling,
  type NewPerson,
  type NewResource,
} from './queries.ts';
import { insertRelations } from './relation-queries.ts';
import { demoRelations } from './relations.ts';
import { insertRequests } from './request-queries.ts';
import { demoRequests } from './requests.ts';

/** Password of the four demo accounts, which can only log in on this machine. */
const DEMO_PASSWORD = 'helix-demo-2026';
const DEMO_ACCOUNTS = new Set(['admin-demo', 'leaker-demo', 'premium-demo', 'member-demo']);
const HOUSE_EMAIL = 'helix-studio@house.invalid';
/** Drawing is CPU-bound and storing is I/O-bound, so a few parallel tasks keep both busy. */
const AT_ONCE = 4;

export type FillDeps = {
  db: Kysely<DB>;
  storage: Storage;
  bus: { publish(trx: Kysely<DB>, topic: string, id: string): Promise<void> };
  log: { info(fields: object, message: string): void };
  now(): Date;
};

export type FillOptions = {
  demo: boolean;
  /** Called for each resource in the transaction that inserts it. */
  onResource: (trx: Kysely<DB>, id: string) => Promise<void>;
};

/**
 * Creates missing starter content. Files are stored first, then all rows are inserted in one transaction, so no partial content
 * remains if the process is killed. If several processes start at the same time, only one inserts the rows, and the others delete
 * the files they stored.
 */
export async function fillMissing(deps: FillDeps, options: FillOptions): Promise<void> {
  const { db, storage } = deps;
  const now = deps.now();
  await fillCategories(deps, now);
  const house = houseAccount(now);
  const slugs = await findSlugs(db);
  const missing = buildElements(now).filter(({ slug }) => slug !== null && !slugs.has(slug));
  // Only on the very first start, because a demo that was removed or declined must not be created on a later start.
  const wantsDemo = options.demo && slugs.size === 0 && !(await hasPeople(db, house.username));
  if (missing.length === 0 && !wantsDemo) return;

  const started = Date.now();
  // Newest first, like the listing, because previews are made in the order in which resources are inserted.
  const demo = wantsDemo ? [...buildDemo(now).toReversed(), ...buildWaiting(now)] : [];
  const wanted = [...missing, ...demo];
  deps.log.info({ count: wanted.length }, 'creating starter content');
  const written: string[] = [];
  const put = async (key: string, body: Buffer) => {
    written.push(key);
    return storage.put(key, body);
  };
  const hash = wantsDemo ? await passwords.hash(DEMO_PASSWORD) : null;
  const people = await mapSome([house, ...(wantsDemo ? demoPeople(now) : [])], (person) =>
    makePerson(put, person, hash),
  );
  const resources = await mapSome(wanted, (resource) => makeResource(put, resource, house.username));
  const threads = wantsDemo ? demoThreads(now) : [];
  const pictures = await makePostPictures(put, threads, people);

  const filled = await db.transaction().execute(async (trx) => {
    await lockFilling(trx);
    const [slugsNow, hasPeopleNow] = [await findSlugs(trx), await hasPeople(trx, house.username)];
    if (slugsNow.size > slugs.size || (wantsDemo && hasPeopleNow)) return false;
    const ids = await findIdsByName(
      trx,
      people.map((person) => person.username),
    );
    for (const person of people) {
      if (ids.has(person.username)) continue;
      await insertPerson(trx, person);
      ids.set(person.username, person.id);
    }
    for (const resource of resources) {
      await insertResource(trx, resource, ids);
      await options.onResource(trx, resource.id);
    }
    if (wantsDemo) {
      const keys = new Map(resources.map(({ given, id }) => [given.key, id]));
      await insertRelations(trx, demoRelations(now), ids, keys);
      await insertThreads(trx, threads, { people: ids, resources: keys, pictures });
      await countForum(trx);
      await insertRequests(trx, demoRequests(now), { people: ids, resources: keys });
      await countRelations(trx);
      await insertDemoPremium(trx, now);
      await deps.bus.publish(trx, 'forum', 'all');
      await deps.bus.publish(trx, 'settings', 'site');
    }
    await deps.bus.publish(trx, 'resources', 'all');
    return true;
  });
  if (filled) deps.log.info({ count: wanted.length, ms: Date.now() - started }, 'starter content created');
  else for (const key of written) await storage.delete(key);
}

/** Creates the default forum categories if there are none. Archived categories count as existing. */
async function fillCategories({ db, bus }: FillDeps, now: Date): Promise<void> {
  if (await hasCategories(db)) return;
  await db.transaction().execute(async (trx) => {
    await lockFilling(trx);
    if (await hasCategories(trx)) return;
    await insertCategories(trx, DEFAULT_CATEGORIES, now);
    await bus.publish(trx, 'forum', 'all');
  });
}

/** Draws the images in the demo's posts and stores them as uploads of the posts' authors. */
async function makePostPictures(
  put: Put,
  threads: readonly DemoThread[],
  people: readonly NewPerson[],
): Promise<ForumNames['pictures']> {
  const ids = new Map(people.map(({ username, id }) => [username, id]));
  const wanted = threads.flatMap(({ posts }) =>
    posts.flatMap(({ username, pictures }) =>
      [...pictures.values()].map((art) => ({ art, userId: ids.get(username) })),
    ),
  );
  const made = await mapSome(wanted, async ({ art, userId = '' }) => {
    const file = newPostPictureFile(userId, { width: THUMBNAIL_WIDTH, height: THUMBNAIL_HEIGHT });
    await put(postPictureKey(file) ?? '', await makeInStudio({ kind: 'picture', art }));
    return [art, file] as const;
  });
  return new Map(made);
}

async function mapSome<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const waiting = items.entries();
  const work = async () => {
    for (const [index, item] of waiting) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

type Put = (key: string, body: Buffer) => ReturnType<Storage['put']>;

const shortHash = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

async function makePerson(put: Put, given: StarterPerson, hash: string | null): Promise<NewPerson> {
  const id = randomUUID();
  const keep = async (make: (() => Promise<Buffer>) | null) => {
    if (!make) return null;
    const body = await make();
    await put(`u/${id}/${shortHash(body)}.webp`, body);
    return `${id}-${shortHash(body)}.webp`;
  };
  const isDemo = given.username !== houseAccount(given.createdAt).username;
  return {
    ...given,
    id,
    email: isDemo ? given.email : HOUSE_EMAIL,
    passwordHash: DEMO_ACCOUNTS.has(given.username) ? hash : null,
    demo: isDemo,
    avatarFile: await keep(given.avatar),
    bannerFile: await keep(given.banner),
  };
}

async function makeResource(put: Put, given: StarterResource, houseName: string): Promise<NewResource> {
  const id = randomUUID();
  const preview = previewOf(given.key);
  const picture = await readPoster(given.key);
  const { widths } = await makeThumbnails(picture);
  const thumbnailKey = `${id}/${shortHash(picture)}`;
  for (const { width, body } of widths) await put(`t/${thumbnailKey}-${width}.webp`, body);
  const strip = await readStrip(given.key);
  const stripKey = strip && `${id}/${shortHash(strip)}-strip.webp`;
  if (strip && stripKey) await put(`t/${stripKey}`, strip);
  const files: NewResource['files'] = [];
  for (const file of given.files) {
    const key = `r/${id}/${randomUUID()}`;
    const body = await file.make();
    const mediaType = await kindOfContent(body.subarray(0, HEAD_BYTES));
    files.push({ path: file.path, key, mediaType, ...(await put(key, body)) });
  }
  return { id, given, thumbnailKey, stripKey, preview, files, demo: given.authorUsername !== houseName };
}
