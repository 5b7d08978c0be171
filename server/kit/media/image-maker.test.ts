import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPictureMaker } from './image-maker.ts';

const AVATAR = { width: 512, height: 512 };
const warned: object[] = [];
const log = { info: () => {}, error: () => {}, warn: (fields: object) => void warned.push(fields) };
const make = createPictureMaker({ log });

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helix-pictures-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const draw = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c33' } });

/** A maker whose process runs the given script instead. */
const makerOf = async (script: string, timeLimitMs?: number) => {
  const worker = join(folder, `${Math.random()}.mjs`);
  await writeFile(worker, script);
  return createPictureMaker({ log, worker, ...(timeLimitMs ? { timeLimitMs } : {}) });
};

describe('making a picture', () => {
  it('runs in another process and returns upright WebP without metadata, cropped to the aspect ratio', async () => {
    const photograph = await draw(1600, 800)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Artist: 'Someone' } })
      .jpeg()
      .toBuffer();
    const made = await make(photograph, AVATAR);
    const facts = await sharp(made).metadata();
    expect(facts).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(facts.exif).toBeUndefined();
    expect(facts.orientation).toBeUndefined();
    expect(made.includes('Someone')).toBe(false);
  });

  it.each([
    ['kind', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['kind', ''],
    ['damaged', '\x89PNG\r\n\x1a\n and no more'],
  ])('reports the reason for which the process refused the picture: %s', async (reason, text) => {
    warned.length = 0;
    await expect(make(Buffer.from(text, 'latin1'), AVATAR)).rejects.toMatchObject({ name: 'ImageRefused', reason });
    expect(warned).toEqual([]);
  });
});

describe('the process', () => {
  it.each([
    ['dies', 'process.abort()'],
    ['fails', 'throw new Error("broken inside")'],
    ['exits without a picture', 'process.exit(0)'],
    ['does not read its input', 'process.stdin.destroy(); process.exit(9)'],
  ])(
    'that %s fails only its own picture',
    async (_name, script) => {
      warned.length = 0;
      const broken = await makerOf(script);
      await expect(broken(Buffer.alloc(3_000_000), AVATAR)).rejects.toMatchObject({ reason: 'damaged' });
      expect(warned).toHaveLength(1);
      expect((await make(await draw(9, 9).png().toBuffer(), AVATAR)).length).toBeGreaterThan(0);
    },
    30_000,
  );

  it('has a memory limit', async () => {
    warned.length = 0;
    const hungry = await makerOf(`
      const all = [];
      try { for (;;) all.push(new ArrayBuffer(50_000_000)); }
      catch { process.stderr.write(String(all.length * 50)); process.exitCode = 1; }`);
    await expect(hungry(Buffer.alloc(1), AVATAR)).rejects.toMatchObject({ reason: 'damaged' });
    const megabytes = Number((warned[0] as { errors: string }).errors);
    expect(megabytes).toBeGreaterThan(500);
    expect(megabytes).toBeLessThan(1500);
  }, 30_000);

  it.each([
    ['sleeps', 'setInterval(() => {}, 1000)'],
    ['computes', 'for (;;);'],
  ])('that %s forever is killed', async (_name, script) => {
    const hanging = await makerOf(script, 700);
    await expect(hanging(Buffer.alloc(10), AVATAR)).rejects.toMatchObject({ reason: 'damaged' });
  });

  it('does not inherit the server’s environment', async () => {
    const telling = await makerOf('process.stdout.write(JSON.stringify(Object.keys(process.env)))');
    expect(
      JSON.parse(String(await telling(Buffer.alloc(1), AVATAR))).filter(
        (name: string) => !/^(PWD|SHLVL|_|OLDPWD)$/.test(name),
      ),
    ).toEqual([]);
  });
});

it('makes pictures one at a time and refuses more than ten in the queue', async () => {
  // Each process prints its start and end times, because the processes have no shared file to write to.
  const counting = await makerOf(`
    const begin = Date.now();
    setTimeout(() => process.stdout.write(JSON.stringify([begin, Date.now()])), 50);`);
  const replies = await Promise.allSettled(Array.from({ length: 12 }, () => counting(Buffer.alloc(1), AVATAR)));
  const times = replies.flatMap((reply) =>
    reply.status === 'fulfilled' ? [JSON.parse(String(reply.value)) as [number, number]] : [],
  );
  expect(times).toHaveLength(10);
  for (const [at, [begin]] of times.entries()) expect(begin).toBeGreaterThanOrEqual(times[at - 1]?.[1] ?? 0);
  const refused = replies.filter((reply) => reply.status === 'rejected');
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE' });
  expect(JSON.parse(String(await counting(Buffer.alloc(1), AVATAR)))).toHaveLength(2);
}, 30_000);
