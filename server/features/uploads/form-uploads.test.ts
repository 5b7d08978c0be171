// The specification's endpoints for small files and pictures (section 7).
import { createHash, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePreviewPictures } from '#server/features/uploads/previews/pictures.ts';
import { measureUsage } from '#server/features/uploads/sessions/queries.ts';
import { encodeForm, type FormPart } from '#test/harness/forms.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { takeStock } from '#test/harness/uploads.ts';
import { expectHarmless, literals } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
let leaker: Person;
let port = 0;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as { port: number }).port;
});
afterAll(() => test.stop());

const addressOf = (person: Person, id: string) => `/api/uploads/${person.username}/${id}/file`;
const send = async (person: Person | undefined, url: string, ...parts: FormPart[]) => {
  const { payload, headers } = await encodeForm(...parts);
  return test.call({ method: 'POST', url, payload, headers }, person);
};
const texts: FormPart[] = [
  ['title', 'Film burns'],
  ['description', 'Ten burns.'],
  ['tags', 'Film, burn,,FILM '],
  ['category', 'Free'],
  ['status', 'PENDING'],
];
const filesOf = (resourceId: string) =>
  test.db
    .selectFrom('resource_files')
    .select(['path', 'size', 'sha256'])
    .where('resource_id', '=', resourceId)
    .orderBy('path')
    .execute();
const rowOf = (id: string) => test.db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();
const picture = () =>
  sharp({ create: { width: 64, height: 36, channels: 3, background: '#a04020' } })
    .png()
    .toBuffer();

describe('a file sent as a form', () => {
  it('by a plain client with a token creates the resource, and further files are added to it', async () => {
    const id = randomUUID();
    const token = leaker.headers.cookie?.replace('token=', '');
    const body = Buffer.alloc(3_000_000, 'film');
    const post = async (name: string, content: Buffer, ...parts: FormPart[]) => {
      const form = new FormData();
      // Put the file before most fields, because clients can send them in any order.
      form.append('file', new Blob([Uint8Array.from(content)]), name);
      for (const [key, value] of [...parts, ['resourceId', id] as FormPart]) form.append(key, String(value));
      const reply = await fetch(`http://127.0.0.1:${port}${addressOf(leaker, id)}`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: reply.status, body: await reply.json() };
    };
    expect(await post('Größe 1.mov', body, ...texts)).toEqual({
      status: 200,
      body: { success: true, resourceId: id, status: 'PENDING', file: { name: 'Größe 1.mov', size: body.length } },
    });
    expect((await post('two.txt', Buffer.from('Two'), ...texts)).status).toBe(200);
    expect(await post('two.txt', Buffer.from('Two'), ...texts)).toMatchObject({
      status: 409,
      body: { code: 'FILE_EXISTS' },
    });
    await runJobs(test);
    expect(await filesOf(id)).toEqual([
      { path: 'Größe 1.mov', size: body.length, sha256: createHash('sha256').update(body).digest('hex') },
      { path: 'two.txt', size: 3, sha256: createHash('sha256').update('Two').digest('hex') },
    ]);
    expect((await post('two.txt', Buffer.from('Two'), ...texts)).status).toBe(409);
    expect(await test.deps.storage.partials.list()).toEqual([]);
    const row = await rowOf(id);
    expect(row).toMatchObject({
      title: 'Film burns',
      tags: ['film', 'burn'],
      editor: 'Any editor',
      type: 'other',
      status: 'PENDING',
      licence: null,
      rights_declared_at: null,
      file_count: 2,
    });
    expect(row?.submitted_at).not.toBeNull();
    const activity = await test.db.selectFrom('activity').selectAll().where('resource_id', '=', id).execute();
    expect(activity).toHaveLength(1);
  });

  it('provides type and editor unless the form does', async () => {
    const [proposed, told] = [randomUUID(), randomUUID()];
    const look: FormPart = ['file', Buffer.from('LUT_3D_SIZE 2\n'), 'Night.cube'];
    expect((await send(leaker, addressOf(leaker, proposed), ...texts, look)).statusCode).toBe(200);
    expect(await rowOf(proposed)).toMatchObject({ type: 'LUT', editor: 'DaVinci Resolve' });
    const said: FormPart[] = [
      ['type', 'preset'],
      ['editor', 'Blender'],
    ];
    expect((await send(leaker, addressOf(leaker, told), ...texts, ...said, look)).statusCode).toBe(200);
    expect(await rowOf(told)).toMatchObject({ type: 'preset', editor: 'Blender' });
  });

  it('can include a thumbnail, licence and declarations', async () => {
    const id = randomUUID();
    const given: FormPart[] = [
      ['licence', 'CC BY 4.0'],
      ['rightsDeclared', 'true'],
      ['editor', 'blender'],
      ['thumbnail', await picture(), 'shot.png'],
      ['file', Buffer.alloc(0), 'empty.txt'],
    ];
    const reply = await send(leaker, addressOf(leaker, id), ...texts, ...given);
    expect(reply.statusCode, reply.body).toBe(200);
    const row = await rowOf(id);
    expect(row).toMatchObject({ licence: 'CC BY 4.0', editor: 'Blender', thumbnail_chosen: true });
    expect(row?.rights_declared_at).not.toBeNull();
    const shown = await test.call({ method: 'GET', url: `/public/thumbnails/${row?.thumbnail_key}-640.webp` }, leaker);
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('and others sent concurrently create one resource with all of them', async () => {
    const person = await test.addPerson('leaker');
    const beside = await startTestApp({ beside: test });
    try {
      const id = randomUUID();
      const one = async (app: TestApp, name: string) => {
        const { payload, headers } = await encodeForm(...texts, ['file', Buffer.from(name), name]);
        return app.call({ method: 'POST', url: addressOf(person, id), payload, headers }, person);
      };
      const replies = await Promise.all([
        one(test, 'a.txt'),
        one(beside, 'a.txt'),
        one(test, 'b.txt'),
        one(beside, 'c.txt'),
      ]);
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 409]);
      await runJobs(test);
      expect((await filesOf(id)).map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'c.txt']);
      expect(await test.deps.storage.partials.list()).toEqual([]);
    } finally {
      await beside.stop();
    }
  });

  it('is added to an approved resource, which goes back to PENDING', async () => {
    const id = await addResource(test, { authorId: leaker.id, files: { 'a.txt': 'A' } });
    const reply = await send(leaker, addressOf(leaker, id), ['file', Buffer.from('B'), 'b.txt']);
    expect(reply.statusCode, reply.body).toBe(200);
    await runJobs(test);
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', file_count: 2, title: 'Untitled pack' });
  });

  it('changes nothing and leaves nothing behind when refused', async () => {
    const other = await test.addPerson('leaker');
    const admin = await test.addPerson('admin');
    const member = await test.addPerson('member');
    const suspended = await test.addPerson('leaker');
    await test.db.updateTable('users').set({ suspended_at: test.deps.now() }).where('id', '=', suspended.id).execute();
    const theirs = await addResource(test, { authorId: other.id, status: 'PENDING' });
    const gone = await addResource(test, { authorId: leaker.id, status: 'PENDING' });
    await test.db.updateTable('resources').set({ deleted_at: test.deps.now() }).where('id', '=', gone).execute();
    await runJobs(test);
    const before = await takeStock(test);
    const file: FormPart = ['file', Buffer.from('x'), 'x.txt'];
    const fresh = () => addressOf(leaker, randomUUID());
    const refusals: [string, Person | undefined, string, FormPart[], number, string][] = [
      ['a visitor', undefined, fresh(), [...texts, file], 401, 'SIGN_IN_REQUIRED'],
      ['a member', member, addressOf(member, randomUUID()), [...texts, file], 403, 'NOT_ALLOWED'],
      ['a suspended user', suspended, addressOf(suspended, randomUUID()), [...texts, file], 403, 'BANNED'],
      ['someone else’s address', leaker, addressOf(other, randomUUID()), [...texts, file], 403, 'NOT_ALLOWED'],
      ['someone else’s address, as an admin', admin, fresh(), [...texts, file], 403, 'NOT_ALLOWED'],
      ['someone else’s resource', leaker, addressOf(leaker, theirs), [...texts, file], 404, 'RESOURCE_NOT_FOUND'],
      ['a deleted resource', leaker, addressOf(leaker, gone), [...texts, file], 404, 'RESOURCE_NOT_FOUND'],
      ['no file', leaker, fresh(), texts, 400, 'NO_FILES'],
      ['an empty file input', leaker, fresh(), [...texts, ['file', Buffer.alloc(0), '']], 400, 'NO_FILES'],
      ['no title', leaker, fresh(), [['description', 'D'], file], 400, 'BAD_INPUT'],
      [
        'another status',
        leaker,
        fresh(),
        [['title', 'T'], ['description', 'D'], ['status', 'APPROVED'], file],
        400,
        'BAD_INPUT',
      ],
      ['a different id', leaker, fresh(), [...texts, ['resourceId', randomUUID()], file], 400, 'BAD_INPUT'],
      ['an empty name', leaker, fresh(), [...texts, ['file', Buffer.from('x'), '...']], 400, 'FILE_NAME'],
      [
        'not a picture',
        leaker,
        fresh(),
        [...texts, file, ['thumbnail', Buffer.from('<svg/>'), 't.svg']],
        400,
        'NOT_AN_IMAGE',
      ],
      ['a licence', leaker, fresh(), [...texts, ['licence', 'CC BY-NC 4.0'], file], 400, 'LICENCE_NOT_ALLOWED'],
      ['not an id', leaker, addressOf(leaker, 'not-an-id'), [...texts, file], 400, 'BAD_INPUT'],
    ];
    for (const [about, person, url, parts, status, code] of refusals) {
      const reply = await send(person, url, ...parts);
      expect([reply.statusCode, reply.json().code], about).toEqual([status, code]);
    }
    await runJobs(test);
    expect(await takeStock(test)).toBe(before);
  });

  it('reports a thumbnail that is not an image at its field', async () => {
    const reply = await send(
      leaker,
      addressOf(leaker, randomUUID()),
      ...texts,
      ['file', Buffer.from('x'), 'x.txt'],
      ['thumbnail', Buffer.from('<svg/>'), 't.svg'],
    );
    const sentence = 'Please upload an image file for the thumbnail';
    expect(reply.json()).toMatchObject({ message: sentence, fields: { thumbnail: sentence } });
  });

  it('is refused beyond the site’s limit or the quota', async () => {
    const person = await test.addPerson('leaker');
    const before = await takeStock(test);
    const actor = { id: null, name: 'test', at: test.deps.now() };
    await test.db.transaction().execute((trx) => test.deps.settings.put(trx, { multipartLimitMb: 1 }, actor));
    await expect.poll(async () => (await test.deps.settings.get()).multipartLimitMb).toBe(1);
    const id = randomUUID();
    const ofSize = async (bytes: number) => {
      const parts = async (fill: number) => await encodeForm(...texts, ['file', Buffer.alloc(fill), 'large.bin']);
      const frame = (await parts(0)).payload.length;
      const { payload, headers } = await parts(bytes - frame);
      expect(payload).toHaveLength(bytes);
      return test.call({ method: 'POST', url: addressOf(person, id), payload, headers }, person);
    };
    const large = await ofSize(1_000_001);
    expect([large.statusCode, large.json().code]).toEqual([413, 'TOO_LARGE']);
    expect(large.json().message).toContain('1 MB');
    await test.db
      .transaction()
      .execute((trx) => test.deps.settings.put(trx, { multipartLimitMb: 100, defaultUserQuota: 0.000_01 }, actor));
    await expect.poll(async () => (await test.deps.settings.get()).defaultUserQuota).toBe(0.000_01);
    const full = await send(person, addressOf(person, id), ...texts, ['file', Buffer.alloc(20_000), 'full.bin']);
    expect([full.statusCode, full.json().code]).toEqual([413, 'QUOTA_EXCEEDED']);
    expect(await takeStock(test)).toBe(before);
    await test.db
      .transaction()
      .execute((trx) => test.deps.settings.put(trx, { multipartLimitMb: 1, defaultUserQuota: 50 }, actor));
    await expect.poll(async () => (await test.deps.settings.get()).defaultUserQuota).toBe(50);
    expect((await ofSize(1_000_000)).statusCode).toBe(200);
    await runJobs(test);
    await test.db.transaction().execute((trx) => test.deps.settings.put(trx, { multipartLimitMb: 100 }, actor));
    await expect.poll(async () => (await test.deps.settings.get()).multipartLimitMb).toBe(100);
  });

  it('changes nothing if the sender has lost the leaker role by the time it arrives', async () => {
    const person = await test.addPerson('leaker');
    const [first, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { payload, headers } = await encodeForm(...texts, ['file', Buffer.alloc(100_000, 'x'), 'late.mov']);
    const whole = Buffer.from(payload);
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(whole.subarray(0, 90_000));
        first.resolve();
        await rest.promise;
        controller.enqueue(whole.subarray(90_000));
        controller.close();
      },
    });
    const sent = fetch(`http://127.0.0.1:${port}${addressOf(person, randomUUID())}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { ...person.headers, 'content-type': headers['content-type'] },
    } as RequestInit);
    await first.promise;
    await expect.poll(async () => (await test.deps.storage.partials.list()).length).toBe(1);
    await test.db.updateTable('users').set({ role: 'USER' }).where('id', '=', person.id).execute();
    rest.resolve();
    expect((await sent).status).toBe(403);
    await expect.poll(async () => (await test.deps.storage.partials.list()).length).toBe(0);
    expect(await test.db.selectFrom('resources').select('id').where('author_id', '=', person.id).execute()).toEqual([]);
  });

  it('leaves nothing behind if the connection is cut', async () => {
    const before = await takeStock(test);
    const id = randomUUID();
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const head = [
      `POST ${addressOf(leaker, id)} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${leaker.headers.cookie}`,
      'Content-Type: multipart/form-data; boundary=XX',
      'Content-Length: 5000000',
      '',
      '--XX',
      'Content-Disposition: form-data; name="file"; filename="cut.mov"',
      '',
      'some of it',
    ];
    socket.write(head.join('\r\n'));
    await expect.poll(async () => (await test.deps.storage.partials.list()).length).toBe(1);
    socket.destroy();
    await expect.poll(async () => (await test.deps.storage.partials.list()).length).toBe(0);
    expect(await takeStock(test)).toBe(before);
  });

  it('is harmless with hostile names and fields', async () => {
    const person = await test.addPerson('leaker');
    for (const { input, id: about } of literals('filename')) {
      const reply = await send(person, addressOf(person, randomUUID()), ...texts, ['file', Buffer.from('x'), input]);
      expectHarmless(reply, about, input);
    }
    for (const { input, id: about } of [...literals('text'), ...literals('tags')]) {
      const said: FormPart[] = (['title', 'description', 'tags', 'editor'] as const).map((name) => [name, input]);
      const reply = await send(person, addressOf(person, randomUUID()), ...said, ['file', Buffer.from('x'), 'x.txt']);
      expectHarmless(reply, about, input);
    }
  });
});

describe('a picture', () => {
  it('replaces the thumbnail of the sender’s resource', async () => {
    const id = await addResource(test, { authorId: leaker.id });
    const image = await picture();
    const reply = await send(leaker, '/api/resource/image', ['image', image], ['leakId', id]);
    expect(reply.statusCode, reply.body).toBe(201);
    const { imageUrl, url, path } = reply.json<{ imageUrl: string; url: string; path: string }>();
    expect([url, path]).toEqual([imageUrl, imageUrl]);
    expect((await test.call({ method: 'GET', url: imageUrl })).statusCode).toBe(200);
    const first = await rowOf(id);
    expect(first).toMatchObject({ status: 'APPROVED', thumbnail_chosen: true });
    expect(imageUrl).toContain(first?.thumbnail_key ?? 'none');
    const other = await sharp(image).negate().toBuffer();
    await send(leaker, '/api/resource/image', ['image', other], ['leakId', id]);
    await runJobs(test);
    expect((await test.call({ method: 'GET', url: imageUrl })).statusCode).toBe(404);
    expect((await rowOf(id))?.thumbnail_key).not.toBe(first?.thumbnail_key);
  });

  it('without a resource is stored under an unguessable name', async () => {
    const image = await picture();
    const [first, second] = [
      await send(leaker, '/api/resource/image', ['image', image]),
      await send(leaker, '/api/resource/image', ['image', image]),
    ];
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(first.json().imageUrl).not.toBe(second.json().imageUrl);
  });

  it('without a resource is rate-limited per hour, but still allowed for a resource after that', async () => {
    const limits = { loosePictures: { limit: 2, windowSeconds: 3600 } };
    const strict = await startTestApp({ beside: test, limits });
    const person = await test.addPerson('leaker');
    const id = await addResource(test, { authorId: person.id });
    const image = await picture();
    const sendTo = async (...parts: FormPart[]) => {
      const form = await encodeForm(['image', image], ...parts);
      return (await strict.call({ method: 'POST', url: '/api/resource/image', ...form }, person)).statusCode;
    };
    expect([await sendTo(), await sendTo(), await sendTo()]).toEqual([201, 201, 429]);
    expect(await sendTo(['leakId', id])).toBe(201);
    await strict.stop();
  });

  it('without a resource counts towards the quota until it is dropped', async () => {
    const person = await test.addPerson('leaker');
    const send = async () => {
      const form = await encodeForm(['image', await picture()]);
      return await test.call({ method: 'POST', url: '/api/resource/image', ...form }, person);
    };
    const used = async () => (await measureUsage(test.db, person.id)).used;
    expect((await send()).statusCode).toBe(201);
    const [kept] = await test.db.selectFrom('sent_pictures').selectAll().where('user_id', '=', person.id).execute();
    expect(await used()).toBe(kept?.size);
    expect(kept?.size).toBeGreaterThan(0);
    await test.db.updateTable('sent_pictures').set({ size: 1e12 }).where('user_id', '=', person.id).execute();
    expect((await send()).json()).toMatchObject({ code: 'QUOTA_EXCEEDED' });
    const log = { info() {}, warn() {}, error() {} };
    const helpers = { log, signal: new AbortController().signal, attempt: 1, isLastAttempt: false };
    await deletePreviewPictures.run({ key: kept?.key ?? '' }, test.deps, helpers);
    expect(await used()).toBe(0);
    expect((await send()).statusCode).toBe(201);
  });

  it('is refused for someone else’s resource or if it is not an image, and changes nothing', async () => {
    const admin = await test.addPerson('admin');
    const id = await addResource(test, { authorId: leaker.id });
    const before = await takeStock(test);
    const other = await test.addPerson('leaker');
    for (const [person, parts, status] of [
      [undefined, [['image', await picture()]], 401],
      [await test.addPerson('member'), [['image', await picture()]], 403],
      [
        other,
        [
          ['image', await picture()],
          ['leakId', id],
        ],
        404,
      ],
      [
        admin,
        [
          ['image', await picture()],
          ['leakId', id],
        ],
        404,
      ],
      [
        leaker,
        [
          ['image', await picture()],
          ['leakId', randomUUID()],
        ],
        404,
      ],
      [
        leaker,
        [
          ['image', Buffer.from('GIF89a')],
          ['leakId', id],
        ],
        400,
      ],
      [leaker, [['leakId', id]], 400],
    ] as [Person | undefined, FormPart[], number][]) {
      expect((await send(person, '/api/resource/image', ...parts)).statusCode).toBe(status);
    }
    expect(await takeStock(test)).toBe(before);
  });
});
