// Tests hostile files of every kind as part of a resource: they must be stored as bytes, reported, and never unpacked or run.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { hostileFiles } from '#test/hostile/hostile-files.ts';
import { hostileCases } from '#test/hostile/hostile-inputs.ts';

let test: TestApp;
let leaker: Person;
beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(() => test.stop());

/** The name under which each file is uploaded, and the expected findings. */
const expected: Record<string, [name: string, codes: string[]]> = {
  'svg with <script>': ['a.svg', ['active-content']],
  'svg with external xlink:href': ['a.svg', ['outside-content']],
  'svg XXE file:///etc/passwd': ['a.svg', ['active-content']],
  'js/gif polyglot': ['a.js', ['executable']],
  'pdf/zip polyglot': ['a.pdf', ['second-kind']],
  // Well-formed files with hostile pixel data. Only the previews have to reject them.
  'png 1-bit 30000x30000 (109 kB)': ['a.png', []],
  'gif 1 px x 100,000 frames': ['a.gif', []],
  'tiff 4 GB IFD loop': ['a.tif', []],
  'avif 65535x65535': ['a.avif', []],
  'ico with 10,000 entries': ['a.ico', []],
  'png with invalid CRC': ['a.png', []],
  '0-byte file': ['a.png', ['empty']],
  'png with 50 MB EXIF': ['a.png', []],
  'ICC profile 20 MB': ['a.png', []],
  'mp4 with no moov': ['a.mp4', []],
  'mkv attachment with js': ['a.mkv', []],
  'm3u8 listing file:///etc/passwd': ['a.mp4', ['other-kind']],
  'ffmpeg protocol smuggling .txt as .mp4': ['a.mp4', ['other-kind']],
  'zip flat overlap bomb (zbsm)': ['a.zip', ['archive-overlapping', 'archive-bomb']],
  'zip with ../ entries (zip-slip)': ['a.zip', ['archive-unsafe-names']],
  'zip with symlink entry to /etc/passwd': ['a.zip', ['archive-links']],
  'zip case-colliding names': ['a.zip', ['archive-colliding-names']],
  'zip64 wrong sizes': ['a.zip', ['archive-overlapping', 'archive-bomb']],
  'tar.gz bomb': ['a.tar.gz', ['archive-not-listed']],
  'EICAR test file': ['a.txt', ['malware']],
  'exe renamed .zip': ['a.zip', ['executable', 'other-kind']],
  '.lnk in zip': ['a.zip', ['executable']],
};
/** Refused before their content is read: tested here and, for the announced size, in features/uploads/sessions/limits.test.ts. */
const refused = ['file whose size != declared size', 'sparse 15 GB + 1 byte (must be refused before write)'];

it('every kind has an expected outcome', () => {
  const kinds = hostileCases.filter(({ kind }) => kind === 'filecontent').map(({ input }) => input);
  expect([...Object.keys(expected), ...refused].sort()).toEqual(kinds.sort());
});

const arrive = async (path: string, body: Uint8Array, size = body.byteLength) => {
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  const id = await addArrival(test, { userId: leaker.id, resourceId, path, body, size });
  await runCheck(test, id);
  const file = await test.db
    .selectFrom('resource_files')
    .select(['size', 'findings'])
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  const session = await test.db.selectFrom('upload_sessions').select('state').where('id', '=', id).executeTakeFirst();
  return { file, session };
};

it.each(Object.entries(expected))('%s', async (kind, [path, codes]) => {
  const body = (await hostileFiles[kind]?.()) ?? Buffer.alloc(0);
  const before = process.memoryUsage().rss;
  const started = performance.now();
  const { file } = await arrive(path, body);
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(256 * 1024 * 1024);
  expect(file?.size).toBe(body.byteLength);
  const findings = (file?.findings ?? []) as { code: string }[];
  expect(findings.map(({ code }) => code)).toEqual(codes);
});

it('refuses an upload whose size differs from the announced one', async () => {
  const body = (await hostileFiles['file whose size != declared size']?.()) ?? Buffer.alloc(0);
  expect(await arrive('a.png', body, body.byteLength + 30)).toEqual({ file: undefined, session: { state: 'REFUSED' } });
});
