// Fixtures for the access tests: one caller of each kind, and the objects they request.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import sharp from 'sharp';
import { directDownloadPath } from '#contract/paths.ts';
import { createSession } from '#server/platform/sessions.ts';
import { startProviderFakes } from '#server/providers/oauth.fake.ts';
import { type Person, startTestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { startSshStandIn } from '#test/harness/ssh-stand-in.ts';
import { openMemory } from '#test/harness/stored-memory.ts';
import type { MatrixRole } from './access-matrix.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** A caller. `owner` is the leaker who owns the objects that the other callers request. */
export type Asker = { role: MatrixRole | 'owner'; person: Person | null; headers: Record<string, string> };

export async function startWorld() {
  const fakes = await startProviderFakes();
  const ssh = await startSshStandIn();
  const test = await startTestApp({ env: { ...fakes.env, TOOLBOX_NETWORKS: '127.0.0.0/8' } });
  const owner = await test.addPerson('leaker', { username: 'ola-owner' });
  const banned = await test.addPerson('member');
  await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', banned.id).execute();
  const cast = await test.addCast();
  const people: Record<Asker['role'], Person | null> = {
    visitor: null,
    user: cast.member,
    premium: cast.premium,
    leaker: cast.leaker,
    admin: cast.admin,
    banned,
    owner,
  };

  const free = await addResource(test, { authorId: owner.id, title: 'Free pack' });
  const premium = await addResource(test, { authorId: owner.id, title: 'Premium pack', category: 'Premium' });
  const pending = await addResource(test, { authorId: owner.id, title: 'Pending pack', status: 'PENDING' });
  const element = await addResource(test, { authorId: owner.id, title: 'Element' });
  await test.db.updateTable('resources').set({ slug: 'soft-light' }).where('id', '=', element).execute();

  // A collection that belongs to the owner, with one resource in it.
  const addCollection = async (isPublic: boolean): Promise<string> => {
    const at = new Date();
    const { id } = await test.db
      .insertInto('collections')
      .values({
        user_id: owner.id,
        name: randomUUID(),
        is_public: isPublic,
        position: 0,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = { collection_id: id, resource_id: free, position: 0, added_at: at };
    await test.db.insertInto('collection_items').values(item).execute();
    return id;
  };
  const collections = { open: await addCollection(true), secret: await addCollection(false) };

  // The link of a private project bin.
  const projectKey = randomBytes(16).toString('base64url');
  const opened = { project_key: projectKey };
  await test.db.updateTable('collections').set(opened).where('id', '=', collections.secret).execute();

  const hash = createHash('sha256').update('picture').digest('hex').slice(0, 16);
  await test.deps.storage.put(`t/${free}/${hash}-640.webp`, Buffer.from('picture'));
  const shown = { thumbnail_key: `${free}/${hash}` };
  await test.db.updateTable('resources').set(shown).where('id', '=', free).execute();
  const previewOf = async (resourceId: string) => {
    const key = `${resourceId}/${hash}-clip.mp4`;
    await test.deps.storage.put(`t/${key}`, Buffer.from('clip'));
    const shown = { width: 2, height: 2, rate: null, seconds: 1, isStacked: false, hasSound: false };
    const details = JSON.stringify({ kind: 'clip', url: key, stripUrl: null, ...shown });
    await sql`insert into file_previews (file_id, kind, is_premium, keys, details, made_at)
      select f.id, 'clip', r.is_premium, array[${key}], ${details}::jsonb, now() from resource_files f join resources r on r.id = f.resource_id
      where r.id = ${resourceId} limit 1`.execute(test.db);
    return `/public/previews/${key}`;
  };
  const previews = { premium: await previewOf(premium), pending: await previewOf(pending) };
  const table = `${premium}/${hash}-table.bin`;
  await test.deps.storage.put(`t/${table}`, Buffer.from('table'));
  await sql`update file_previews set keys = keys || ${table}::text
    where file_id in (select id from resource_files where resource_id = ${premium})`.execute(test.db);
  const lutTable = `/public/previews/${table}`;
  await test.deps.storage.put(`u/${owner.id}/${hash}.webp`, Buffer.from('picture'));

  const picturePng = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#468' } })
    .png()
    .toBuffer();

  const askAs = (role: Asker['role']): Asker => ({ role, person: people[role], headers: people[role]?.headers ?? {} });

  // A download URL with a ticket for the caller, and the headers of the browser it is bound to.
  const ticketFor = async (asker: Asker, id = free) => {
    const query = new URLSearchParams({ destination: directDownloadPath(id, 'readme.txt') });
    const offer = await test.call({ method: 'GET', url: `/api/ad-offer?${query}`, headers: asker.headers });
    if (offer.statusCode !== 200) throw new Error(`no ticket for ${asker.role}: ${offer.body}`);
    const mark = offer.cookies.map(({ name, value }) => `${name}=${value}`);
    const cookie = [asker.headers.cookie, ...mark].filter(Boolean).join('; ');
    return { url: offer.json<{ directUrl: string }>().directUrl, headers: { ...asker.headers, cookie } };
  };

  const memory = await openMemory(test);

  // Cookie header for an additional session of the same user.
  const freshSession = async ({ person }: Asker): Promise<Record<string, string>> =>
    person
      ? { cookie: `token=${await createSession(test.db, { userId: person.id, userAgent: 'test', now: new Date() })}` }
      : {};

  return {
    ...test,
    fakes,
    // Fake SSH server that accepts every command.
    ssh,
    stop: async () => {
      await memory.close();
      await test.stop();
      await fakes.stop();
      await ssh.stop();
    },
    askAs,
    freshSession,
    assets: readdirSync(join(project, 'dist/client/assets'))
      .filter((name) => /\.(js|css)$/.test(name))
      .map((name) => `/assets/${name}`),
    ticketFor,
    remember: memory.remember,
    owner,
    previews,
    lutTable,
    thumbnail: `/public/thumbnails/${free}/${hash}-640.webp`,
    picturePng,
    picture: `/public/users/${owner.id}-${hash}.webp`,
    resources: { free, premium, pending },
    collections,
    projectKey,
    addCollection,
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
