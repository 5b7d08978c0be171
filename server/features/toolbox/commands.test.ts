// Runs the server scripts locally, including on file systems that do not respond.
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COUNT_FILES, OBSERVE } from './commands.ts';
import { readFileCounts, readObservation } from './readings.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-commands-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const stand = (name: string, script: string): void => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, name), 0o755);
};

/** Runs a script. Like sshd, waits until all its processes have closed their output. */
const run = async (script: string, input: string) => {
  const started = performance.now();
  const child = spawn('sh', ['-c', script], { env: { PATH: `${folder}:${process.env.PATH}` } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stdin.end(input);
  const code = await new Promise((resolve) => child.on('close', resolve));
  return { code, output, ms: performance.now() - started };
};

describe('a reading', { timeout: 30_000 }, () => {
  it('includes the disk', async () => {
    stand('systemctl', 'echo LoadState=loaded; echo ActiveState=active');
    const { output, ms } = await run(OBSERVE, `helix\n${folder}\n`);
    expect(readObservation(output)).toMatchObject({
      unit: { active: 'active' },
      disk: { total: expect.any(Number) },
      uptime: expect.any(Number),
    });
    expect(ms).toBeLessThan(3000);
  });

  it.each([
    ['that cannot be killed', 'trap "" TERM\nsleep 20 & wait; sleep 20'],
    ['whose child process keeps its output open', '( trap "" TERM; exec sleep 20 ) & sleep 20'],
  ])('returns without the disk if df is a process %s', async (_name, script) => {
    stand('df', script);
    const { code, output, ms } = await run(OBSERVE, `helix\n${folder}\n`);
    rmSync(join(folder, 'df'));
    expect(ms).toBeLessThan(6000);
    expect(code).toBe(0);
    expect(readObservation(output)).toMatchObject({ unit: { active: 'active' }, disk: null });
  });
});

describe('counting files', { timeout: 40_000 }, () => {
  const inside = join(folder, 'a "b" $(c)');
  mkdirSync(inside);
  writeFileSync(join(inside, 'one.MP4'), 'abc');
  writeFileSync(join(inside, 'two\nlines.txt'), 'ab');

  it('counts by type, and prints nothing if the folder is missing', async () => {
    const { code, output } = await run(COUNT_FILES, `${inside}\n`);
    expect(code).toBe(0);
    expect(readFileCounts(output)).toMatchObject({ count: 2, video: 3, imagesAndAudio: 0, other: 2 });
    expect(await run(COUNT_FILES, `${inside}/nowhere\n`)).toMatchObject({ code: 3, output: '' });
  });

  it('returns even if find cannot be killed', async () => {
    stand('find', 'trap "" TERM\nsleep 30 & wait; sleep 30');
    const { output, ms } = await run(COUNT_FILES, `${inside}\n`);
    rmSync(join(folder, 'find'));
    expect(readFileCounts(output)).toBeNull();
    expect(ms).toBeLessThan(14_000);
  });
});
