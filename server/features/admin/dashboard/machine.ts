// Information about the server and this process.
import { readFile, stat, statfs } from 'node:fs/promises';
import { cpus, freemem, hostname, loadavg, platform, totalmem, type, uptime } from 'node:os';
import { join } from 'node:path';
import type { SiteServerStats } from '#contract/admin/dashboard.ts';
import { readVersion } from '#server/kit/ops/version.ts';

/** Memory available to programs. Unlike os.freemem(), this counts file caches as available. */
const availableMemory = async (): Promise<number> => {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(text) ?? [];
  return kilobytes ? Number(kilobytes) * 1024 : freemem();
};

export async function readMachine(): Promise<SiteServerStats['systemInfo']> {
  return {
    hostname: hostname(),
    platform: platform(),
    type: type(),
    uptime: uptime(),
    totalMemory: totalmem(),
    freeMemory: await availableMemory(),
    loadAvg: loadavg(),
    cpus: cpus().map(({ model, speed }) => ({ model: model.trim(), speed })),
  };
}

/** A folder's disk space in bytes, as `df` reports it: blocks reserved for root count neither as used nor as free. */
export async function readDisk(folder: string): Promise<SiteServerStats['diskStats']> {
  const { bsize, bavail, bfree, blocks } = await statfs(folder);
  const [used, free] = [(blocks - bfree) * bsize, bavail * bsize];
  return { used, free, total: used + free };
}

/** The product version, and the time when its pages were built. */
export async function readBuild(projectDir: string): Promise<{ version: string; builtAt: string | null }> {
  const built = await stat(join(projectDir, 'dist/client/.vite/manifest.json')).catch(() => null);
  return { version: readVersion(projectDir), builtAt: built?.mtime.toISOString() ?? null };
}
