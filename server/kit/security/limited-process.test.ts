import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runLimited } from './limited-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'helix-limited-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LIMITS = { memoryKb: 500_000, cpuSeconds: 10, timeMs: 10_000, outputBytes: 1_000_000 };
const shell = (script: string, limits = {}, options = {}) =>
  runLimited(['/bin/sh', '-c', script], { ...LIMITS, ...limits }, options);

/** Whether a process with exactly this command line is running in any PID namespace. */
const isRunning = (command: string): boolean => spawnSync('pgrep', ['-xf', command]).status === 0;

describe('a limited process', () => {
  it('reports its output, errors and exit code', async () => {
    const outcome = await shell('cat; echo no >&2; exit 3', {}, { input: Buffer.from('words') });
    expect(outcome).toEqual({ code: 3, signal: null, output: Buffer.from('words'), errors: 'no\n', ended: null });
  });

  it('is killed after its time limit, together with its child processes', async () => {
    const running = shell('sleep 59.7531 & wait', { timeMs: 600 });
    await expect.poll(() => isRunning('sleep 59.7531')).toBe(true);
    expect(await running).toMatchObject({ code: null, signal: 'SIGKILL', ended: 'time' });
    await expect.poll(() => isRunning('sleep 59.7531')).toBe(false);
  });

  it('is killed when it writes too much', async () => {
    const outcome = await shell('yes');
    expect(outcome).toMatchObject({ code: null, ended: 'output' });
    expect(outcome.output.length).toBeLessThanOrEqual(LIMITS.outputBytes);
  });

  it('is killed at its CPU time limit', async () => {
    const outcome = await shell('while :; do :; done', { cpuSeconds: 1 });
    expect(outcome.code).not.toBe(0);
    expect(outcome.ended).toBeNull();
  });

  it('is killed on abort, even before it started', async () => {
    const stop = new AbortController();
    const running = shell('sleep 60', {}, { signal: stop.signal });
    stop.abort();
    expect(await running).toMatchObject({ code: null, ended: 'asked' });
    expect(await shell('sleep 60', {}, { signal: AbortSignal.abort() })).toMatchObject({ ended: 'asked' });
  });

  it('is killed when the server dies, even by SIGKILL', async () => {
    const module = new URL('./limited-process.ts', import.meta.url).href;
    const script = `import { runLimited } from '${module}';
      await runLimited(['sleep', '59.8642'], ${JSON.stringify({ ...LIMITS, timeMs: 60_000 })});`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await expect.poll(() => isRunning('sleep 59.8642'), { timeout: 10_000 }).toBe(true);
    const pid = execFileSync('pgrep', ['-xf', 'sleep 59.8642'], { encoding: 'utf8' }).trim();
    expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^NoNewPrivs:\s1$/m);
    server.kill('SIGKILL');
    await expect.poll(() => isRunning('sleep 59.8642')).toBe(false);
  });

  it('cannot write files, and does not inherit the server’s environment', async () => {
    const path = join(folder, 'written');
    writeFileSync(path, 'as it was');
    const { output } = await shell(`printf words >>${path}; env`, {}, { reads: [path] });
    expect(readFileSync(path, 'utf8')).toBe('as it was');
    const names = output.toString().match(/^\w+(?==)/gm) ?? [];
    expect(names.filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name))).toEqual([]);
  });

  it('cannot use more memory than its limit', async () => {
    const script = 'const all = []; for (;;) all.push(new ArrayBuffer(50_000_000));';
    const outcome = await runLimited([process.execPath, '-e', script], { ...LIMITS, memoryKb: 1_000_000 });
    expect(outcome.code).not.toBe(0);
    expect(outcome.errors).toMatch(/allocation failed|out of memory/i);
  });

  it('that does not exist exits with an error code', async () => {
    expect((await runLimited(['/nowhere/program'], LIMITS)).code).toBeGreaterThan(0);
  });
});
