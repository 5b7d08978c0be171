// Google's own library against the stand-in: whether that speaks as the service does is for those to say who wrote it.
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Bucket, Storage } from '@google-cloud/storage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GcsFake, startGcsFake } from './gcs.fake.ts';

let fake: GcsFake;
let bucket: Bucket;

beforeAll(async () => {
  fake = await startGcsFake();
  const google = new Storage({
    apiEndpoint: fake.url,
    projectId: 'stand-in',
    useAuthWithCustomEndpoint: true,
  });
  google.authClient.jsonContent = fake.keyFile();
  google.authClient.useJWTAccessWithScope = true;
  bucket = google.bucket(fake.bucket.name);
});
afterAll(() => fake.stop());

const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  await promise.then(() => 'fine').catch((error: { code?: unknown }) => error.code);

describe('the stand-in for Google Cloud Storage, for Google’s library', () => {
  it('stores in one request, and sends back what the library finds right', async () => {
    const content = randomBytes(300_000);
    const file = bucket.file('a folder/é.bin');
    await file.save(content, { resumable: false, validation: 'crc32c', metadata: { contentType: 'video/mp4' } });
    const [metadata] = await file.getMetadata();
    expect(metadata).toMatchObject({ name: 'a folder/é.bin', size: '300000', contentType: 'video/mp4' });
    expect(metadata.md5Hash).toBe(createHash('md5').update(content).digest('base64'));
    expect((await file.download({ validation: 'crc32c' }))[0].equals(content)).toBe(true);
    expect((await buffer(file.createReadStream({ start: 100, end: 199 }))).equals(content.subarray(100, 200))).toBe(
      true,
    );
  });

  it('stores in sessions, in chunks', async () => {
    // To an address that is not Google's own the library opens sessions without showing who it is.
    const open = await startGcsFake({ open: true });
    const file = new Storage({ apiEndpoint: open.url, projectId: 'stand-in' })
      .bucket(open.bucket.name)
      .file('resumable');
    const content = randomBytes(1_500_000);
    await file.save(content, { resumable: true, chunkSize: 512 * 1024, validation: 'crc32c' });
    expect(open.asked.filter((line) => line.startsWith('PUT /upload')).length).toBe(3);
    expect((await file.download())[0].equals(content)).toBe(true);
    await open.stop();
  });

  it('lists page by page, and by folders', async () => {
    for (let index = 0; index < 7; index += 1)
      await bucket.file(`list/${index % 2}/${index}`).save('x', { resumable: false });
    const [all] = await bucket.getFiles({ prefix: 'list/', maxResults: 3, autoPaginate: true });
    expect(all.map(({ name }) => name)).toEqual([0, 2, 4].map((n) => `list/0/${n}`));
    const [, next] = await bucket.getFiles({ prefix: 'list/', maxResults: 3, autoPaginate: false });
    const [second] = await bucket.getFiles({ ...next });
    expect(second.map(({ name }) => name)).toEqual(['list/0/6', 'list/1/1', 'list/1/3']);
    const [, , answer] = await bucket.getFiles({ prefix: 'list/', delimiter: '/', autoPaginate: false });
    expect((answer as { prefixes: string[] }).prefixes).toEqual(['list/0/', 'list/1/']);
  });

  it('joins, copies and removes', async () => {
    const parts = await Promise.all(
      ['one ', 'two'].map(async (text, index) => {
        const file = bucket.file(`part/${index}`);
        await file.save(text, { resumable: false });
        return file;
      }),
    );
    await bucket.combine(parts, bucket.file('joined'));
    expect((await bucket.file('joined').download())[0].toString()).toBe('one two');
    await bucket.file('joined').copy(bucket.file('copied'));
    expect((await bucket.file('copied').download())[0].toString()).toBe('one two');
    await bucket.file('joined').delete();
    expect(await codeOf(bucket.file('joined').delete())).toBe(404);
    expect(await bucket.file('joined').exists()).toEqual([false]);
    const many = Array.from({ length: 33 }, () => bucket.file('part/0'));
    expect(await codeOf(bucket.combine(many, bucket.file('too-many')))).toBe(400);
  });

  it('keeps conditions and generations', async () => {
    const file = bucket.file('conditional');
    await file.save('first', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    const again = file.save('second', { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } });
    expect(await codeOf(again)).toBe(412);
    const [{ generation }] = await file.getMetadata();
    await file.save('third', { resumable: false, preconditionOpts: { ifGenerationMatch: Number(generation) } });
    expect(await codeOf(bucket.file('conditional', { generation: Number(generation) }).getMetadata())).toBe(404);
    expect((await file.download())[0].toString()).toBe('third');
  });

  it('refuses wrong checksums, ranges, strangers and addresses that were changed', async () => {
    const wrong = bucket.file('wrong').save('x', { resumable: false, metadata: { crc32c: 'AAAAAA==' } });
    expect(await codeOf(wrong)).toBe(400);
    await bucket.file('short').save('abc', { resumable: false });
    expect(await codeOf(buffer(bucket.file('short').createReadStream({ start: 3, end: 9 })))).toBe(416);
    const stranger = new Storage({ apiEndpoint: fake.url, projectId: 'stand-in' }).bucket(fake.bucket.name);
    expect(await codeOf(stranger.file('short').getMetadata())).toBe(401);
    const [link] = await bucket
      .file('short')
      .getSignedUrl({ version: 'v4', action: 'read', expires: Date.now() + 60_000 });
    expect(await (await fetch(link)).text()).toBe('abc');
    expect((await fetch(link.replace('/short', '/wrong'))).status).toBe(403);
  });

  it('gives out tokens for what a service account signs', async () => {
    const { authorization } = Object.fromEntries(await bucket.storage.authClient.getRequestHeaders(fake.url));
    const assertion = String(authorization).replace('Bearer ', '');
    const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
    const answer = await fetch(`${fake.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const address = `${fake.url}/storage/v1/b/${fake.bucket.name}/o`;
    expect((await fetch(address, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
    expect((await fetch(address, { headers: { authorization: 'Bearer another' } })).status).toBe(401);
    const forged = new URLSearchParams({ ...form, assertion: `${assertion.slice(0, -6)}AAAAAA` });
    expect((await fetch(`${fake.url}/token`, { method: 'POST', body: forged })).status).toBe(401);
  });
});
