// What the process can tell of the machine it runs on, and of itself.
import { readFile, stat, statfs } from 'node:fs/promises';
import { cpus, freemem, hostname, loadavg, platform, totalmem, type, uptime } from 'node:os';
import { join } from 'node:path';
import type { ServerStats } from '#contract/overview.ts';

/** Memory that programs can still get: caches of files count as free, which os.freemem() does not know. */
const availableMemory = async (): Promise<number> => {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(text) ?? [];
  return kilobytes ? Number(kilobytes) * 1024 : freemem();
};

export const readMachine = async (): Promise<ServerStats['systemInfo']> => ({
  hostname: hostname(),
  platform: platform(),
  type: type(),
  uptime: uptime(),
  totalMemory: totalmem(),
  freeMemory: await availableMemory(),
  loadAvg: loadavg(),
  cpus: cpus().map(({ model, speed }) => ({ model: model.trim(), speed })),
});

/** Bytes of the disk that a folder is on. */
export const readDisk = async (folder: string): Promise<{ free: number; total: number }> => {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};

/** The product's version, and when its pages were built. */
export const readBuild = async (projectDir: string): Promise<{ version: string; builtAt: string | null }> => {
  const { version } = JSON.parse(await readFile(join(projectDir, 'package.json'), 'utf8')) as { version: string };
  const built = await stat(join(projectDir, 'dist/client/.vite/manifest.json')).catch(() => null);
  return { version, builtAt: built?.mtime.toISOString() ?? null };
};
