// Measures the cost of receiving an upload and compares it with @tus/server and its own file store, in interleaved rounds of one
// run. Fails when the site takes more than 1.3 times the CPU time, or when twelve concurrent uploads use 250 MiB or more.
// `SIZE=small` is a trial run.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UPLOAD_CHUNK_BYTES } from '#contract/uploads/limits.ts';
import { metadataOf, SESSIONS } from '#test/harness/tus-calls.ts';
import { openUploadSite, type UploadSite } from '#test/harness/upload-site.ts';
import { median, report, rounded, withDatabase } from './downloads/rounds.ts';
import { launchServer } from './measure/servers.ts';
import { isSmall, rowOf } from './saved.ts';

const MIB = 1024 * 1024;
const FILE_BYTES = (isSmall ? 128 : 512) * MIB;
const SHARED_BYTES = 64 * MIB;
const AT_ONCE = 12;
const ROUNDS = isSmall ? 1 : 5;
const MOST_RATIO = 1.3;
const MOST_MIB = 250;

const piece = randomBytes(MIB);

type Target = { url: string; headers: Record<string, string> };

/** Sends one request whose body repeats the same MiB; returns the response's status and Location. */
const send = (
  { url, headers }: Target,
  method: string,
  bytes: number,
  extra: Record<string, string>,
): Promise<{ status: number; location: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...headers, 'tus-resumable': '1.0.0', 'content-length': bytes, ...extra } },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, location: String(answer.headers.location ?? '') }),
        );
      },
    );
    sent.once('error', reject);
    let left = bytes;
    const sendNext = (): void => {
      if (left === 0) {
        sent.end();
        return;
      }
      left -= MIB;
      sent.write(piece, sendNext);
    };
    sendNext();
  });

/**
 * Uploads a file as the site's uploader does, in chunks of 64 MiB. Returns its URL, which can later be used to terminate the
 * upload.
 */
const upload = async (target: Target, bytes: number, metadata: string): Promise<string> => {
  const begun = await send(target, 'POST', 0, { 'upload-length': String(bytes), 'upload-metadata': metadata });
  if (begun.status !== 201) throw new Error(`an upload was not started: ${begun.status}`);
  const url = new URL(begun.location, target.url).href;
  for (let offset = 0; offset < bytes; offset += UPLOAD_CHUNK_BYTES) {
    const { status } = await send({ ...target, url }, 'PATCH', Math.min(UPLOAD_CHUNK_BYTES, bytes - offset), {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    });
    if (status !== 204) throw new Error(`a chunk was not accepted: ${status}`);
  }
  return url;
};

const end = async (target: Target, url: string): Promise<void> => {
  await send({ ...target, url }, 'DELETE', 0, {});
};

/** Measures one upload: CPU seconds per GB, and MB per second. */
const measure = async (target: Target, metadata: string, cpuSeconds: () => number) => {
  const before = cpuSeconds();
  const begun = performance.now();
  const url = await upload(target, FILE_BYTES, metadata);
  const seconds = (performance.now() - begun) / 1000;
  const cpu = cpuSeconds() - before;
  await end(target, url);
  return { cpuPerGb: cpu / (FILE_BYTES / 1e9), mbPerSecond: FILE_BYTES / 1e6 / seconds };
};

const measureMany = async (site: UploadSite, target: Target, metadata: (index: number) => string): Promise<number> => {
  await site.kill();
  await site.start();
  site.forgetPeak();
  const indexes = Array.from({ length: AT_ONCE }, (_, index) => index);
  const urls = await Promise.all(indexes.map((index) => upload(target, SHARED_BYTES, metadata(index))));
  const { peakMib } = site.usage();
  for (const url of urls) await end(target, url);
  return peakMib;
};

await withDatabase(async (connection) => {
  const folder = mkdtempSync(join(tmpdir(), 'helix-tus-'));
  const site = await openUploadSite(connection);
  await site.start();
  const reference = await launchServer(fileURLToPath(new URL('peers/tus-reference.ts', import.meta.url)), {
    FOLDER: folder,
  });
  try {
    const resourceId = await site.addDraft();
    const metadata = (path: string): string => metadataOf({ resourceId, path });
    const own: Target = { url: site.url(SESSIONS), headers: site.sender.headers };
    const stock: Target = { url: `http://127.0.0.1:${reference.port}/files`, headers: {} };
    const costs = { own: [] as number[], stock: [] as number[] };
    const speeds = { own: [] as number[], stock: [] as number[] };
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await measure(own, metadata(`round ${round}`), () => site.usage().cpuSeconds);
      const theirs = await measure(stock, metadata('a'), reference.cpuSeconds);
      if (round === 0) continue;
      costs.own.push(ours.cpuPerGb);
      costs.stock.push(theirs.cpuPerGb);
      speeds.own.push(ours.mbPerSecond);
      speeds.stock.push(theirs.mbPerSecond);
    }
    const cpuSecondsPerGb = { own: rounded(median(costs.own)), stock: rounded(median(costs.stock)) };
    const mbPerSecond = { own: Math.round(median(speeds.own)), stock: Math.round(median(speeds.stock)) };
    const ratio = rounded(cpuSecondsPerGb.own / cpuSecondsPerGb.stock);
    const peakMib = await measureMany(site, own, (index) => metadata(`concurrent ${index}`));
    const passed = ratio <= MOST_RATIO && peakMib < MOST_MIB;
    console.log({ cpuSecondsPerGb, mbPerSecond, atOnce: AT_ONCE, peakMib });
    console.log(`${passed ? 'PASS' : 'FAIL'} CPU ${ratio} <= ${MOST_RATIO}, memory ${peakMib} < ${MOST_MIB} MiB`);
    const row = rowOf(
      { name: 'upload', reference: '@tus/server with its own store', unit: 's CPU/GB', better: 'less' },
      {
        ...{ ours: cpuSecondsPerGb.own, theirs: cpuSecondsPerGb.stock, ratio, cost: ratio },
      },
    );
    report('uploads', passed, {
      ...{ ratio, mostRatio: MOST_RATIO, cpuSecondsPerGb, mbPerSecond, atOnce: AT_ONCE, peakMib, mostMib: MOST_MIB },
      rows: [row],
    });
  } finally {
    await reference.stop();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
