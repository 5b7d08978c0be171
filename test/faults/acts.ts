// Actions whose results must never be lost (quality.md): sign-up, posts, likes, approvals, downloads, uploads and pictures.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { pictureFileOf } from '#server/features/forum/content/rules.ts';
import { addThread } from '#test/harness/forum-writing.ts';
import { PASSWORD, type Person, type TestApp } from '#test/harness/harness.ts';
import { addDraft, createTusCalls } from '#test/harness/tus-calls.ts';
import { type Act, Away, ask, demand } from './load.ts';
import type { Tally } from './tally.ts';

/** Database triggers update counters and the search index for each row, so a large batch would exceed the statement timeout. */
const ROWS_AT_ONCE = 50;

/** Creates the resources that actions use up. All of their files share the same content. */
const addRows = async (
  { db, deps }: TestApp,
  given: { authorId: string; count: number; status: 'PENDING' | 'APPROVED' },
): Promise<string[]> => {
  const key = `r/${randomUUID()}/0`;
  const stored = await deps.storage.put(key, randomBytes(4000));
  const row = { description: '', category: 'Free', editor: 'After Effects', type: 'overlay', tags: [], licence: 'CC0' };
  const file = { path: 'pack.bin', storage_key: key, ...stored };
  const ids: string[] = [];
  while (ids.length < given.count) {
    const values = Array.from({ length: Math.min(ROWS_AT_ONCE, given.count - ids.length) }, () => ({
      ...row,
      author_id: given.authorId,
      title: 'A pack that waits',
      status: given.status,
      file_count: 1,
      file_size: stored.size,
      rights_declared_at: new Date(),
    }));
    const made = await db.insertInto('resources').values(values).returning('id').execute();
    const files = made.map(({ id }) => ({ resource_id: id, ...file }));
    await db.insertInto('resource_files').values(files).execute();
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
};

/** Creates users and rows for the actions. Each action that uses up rows can run `each` times. */
export async function prepareStage(test: TestApp, each: number) {
  const people = await test.addCast();
  const { leaker } = people;
  return {
    people,
    thread: await addThread(test, people.member),
    pending: await addRows(test, { authorId: leaker.id, count: each, status: 'PENDING' }),
    approved: await addRows(test, { authorId: leaker.id, count: each, status: 'APPROVED' }),
    draft: await addDraft(test, leaker.id),
    picture: await sharp({ create: { width: 64, height: 36, channels: 3, background: '#468' } })
      .png()
      .toBuffer(),
  };
}
export type Stage = Awaited<ReturnType<typeof prepareStage>>;

type Site = () => string;

const register =
  (site: Site): Act =>
  async () => {
    const email = `faults-${randomUUID()}@people.example`;
    demand(await ask(`${site()}/api/auth/register`, { method: 'POST', json: { email, password: PASSWORD } }), 201);
    return email;
  };

const post =
  (site: Site, { people, thread }: Stage): Act =>
  async () => {
    const json = { threadId: thread.id, content: `A reply ${randomUUID()}` };
    const reply = await ask(`${site()}/api/forum/posts`, { method: 'POST', person: people.member, json });
    return demand<{ id: string }>(reply, 201).id;
  };

const like = (site: Site, { people, approved }: Stage): Act => {
  const left = [...approved];
  return async () => {
    const id = left.pop();
    if (!id) return null;
    demand(await ask(`${site()}/api/uploads/${id}/like`, { method: 'POST', person: people.member }), 200);
    return id;
  };
};

const approve = (site: Site, { people, pending }: Stage): Act => {
  const left = [...pending];
  return async () => {
    const id = left.pop();
    if (!id) return null;
    const json = { status: 'APPROVED', was: 'PENDING' };
    demand(await ask(`${site()}/api/admin/uploads/${id}/status`, { method: 'PUT', person: people.admin, json }), 200);
    return id;
  };
};

const download = (site: Site, { people, approved }: Stage): Act => {
  const left = [...approved];
  return async () => {
    const id = left.pop();
    if (!id) return null;
    const person = people.premium;
    const asked = await ask(`${site()}/api/resources/${id}/download-url?file=pack.bin`, { person });
    const { downloadUrl } = demand<{ downloadUrl: string }>(asked, 200);
    const sent = await ask(new URL(downloadUrl, site()).href, { person });
    demand(sent, 200);
    return id;
  };
};

/** Pause between pictures, because encoding them slows down other actions, and real users don't send several a second. */
const PICTURE_PAUSE_MS = 300;

const sendPicture = async (
  { picture }: Stage,
  url: string,
  { person, name, more = {} }: { person: Person; name: string; more?: Record<string, string> },
) => {
  await sleep(PICTURE_PAUSE_MS);
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(picture)]), 'picture.png');
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  return demand<{ url: string }>(await ask(url, { method: 'POST', person, form }), 201).url;
};

/** Uploads a picture for a post that is never published. */
const picture =
  (site: Site, stage: Stage): Act =>
  async () => {
    const person = stage.people.premium;
    const url = await sendPicture(stage, `${site()}/api/forum/pictures`, { person, name: 'picture' });
    return pictureFileOf(url) ?? url;
  };

/** Uploads a thumbnail that replaces the previous one. */
const thumbnail =
  (site: Site, stage: Stage): Act =>
  async () => {
    const more = { leakId: stage.draft };
    await sendPicture(stage, `${site()}/api/resource/image`, { person: stage.people.leaker, name: 'image', more });
    return stage.draft;
  };

/** Sends a file in chunks. When the upload is resumed, no acknowledged bytes may be missing. */
const upload = (site: Site, { people, draft }: Stage, tally: Tally, sent: Map<string, string>): Act => {
  const { leaker } = people;
  type Way = { path: string; address: string; content: Buffer; accepted: number };
  let way: Way | null = null;
  const begin = async (): Promise<Way> => {
    const content = randomBytes(600_000);
    const path = `${randomUUID()}.bin`;
    const address = await guard(() => tus().begin(leaker, content.length, { resourceId: draft, path }));
    return { path, address, content, accepted: 0 };
  };
  const tus = () => createTusCalls(site());
  const offsetOf = async ({ address, path, accepted }: Way): Promise<number> => {
    const { status, headers } = await guard(() => tus().head(leaker, address));
    if (status === 503) throw new Away('503');
    const offset = Number(headers.get('upload-offset'));
    if (status !== 200 || offset < accepted) tally.lose(`${path}: ${accepted} acknowledged, ${status} ${offset}`);
    return offset;
  };
  return async () => {
    way ??= await begin();
    const { address, path, content } = way;
    const offset = await offsetOf(way);
    if (offset < content.length) {
      const piece = new Uint8Array(content.subarray(offset, offset + 200_000));
      const { status, headers } = await guard(() => tus().patch(leaker, address, offset, piece));
      // The lock held by a broken connection is released a moment later.
      if (status === 423 || status === 503) throw new Away(`${status}`);
      if (status !== 204) throw new Error(`a chunk was answered with ${status}`);
      way.accepted = Number(headers.get('upload-offset'));
      return '';
    }
    const { status } = await guard(() => tus().complete(leaker, address));
    if (status === 503) throw new Away('503');
    if (status !== 201) throw new Error(`completing an upload was answered with ${status}`);
    sent.set(path, createHash('sha256').update(content).digest('hex'));
    way = null;
    return path;
  };
};

/** Converts fetch errors to `Away`, like `ask` does. */
const guard = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    throw error instanceof TypeError || /upload not started: 503/.test(String(error)) ? new Away(String(error)) : error;
  }
};

/** All actions. `sent` maps the path of each completed upload to its SHA-256. */
export function allActs(site: Site, stage: Stage, tally: Tally) {
  const sent = new Map<string, string>();
  const acts = {
    register: register(site),
    post: post(site, stage),
    like: like(site, stage),
    approve: approve(site, stage),
    download: download(site, stage),
    upload: upload(site, stage, tally, sent),
    picture: picture(site, stage),
    thumbnail: thumbnail(site, stage),
  };
  return { acts, sent };
}

export type ActName = keyof ReturnType<typeof allActs>['acts'];
export type Acknowledged = Record<ActName, string[]>;
