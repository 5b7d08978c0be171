// Interrupts curl downloads after a number of bytes. Timing doesn't matter, because curl waits for its output to be read.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';

/** File size in bytes; 0 if the file does not exist. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

/**
 * Continues a download with curl, interrupts it after the given number of bytes, keeps the bytes that still arrive, and waits for
 * curl to exit.
 * @param interrupt kills curl by default
 * @returns curl's exit code, or the signal that ended it
 */
export async function cutAfter(
  download: { url: string; cookie: string; path: string; bytes: number },
  interrupt?: () => Promise<void>,
): Promise<number | string | null> {
  const { url, cookie, path, bytes } = download;
  const given = ['-sS', '-f', '-C', String(await sizeOf(path)), '-H', `Cookie: ${cookie}`, url];
  const curl = spawn('curl', given, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(curl, 'exit');
  const file = await open(path, 'a');
  try {
    let taken = 0;
    let cut = false;
    for await (const chunk of curl.stdout) {
      await file.write(chunk);
      taken += chunk.length;
      if (cut || taken < bytes) continue;
      cut = true;
      if (interrupt) await interrupt();
      else curl.kill('SIGKILL');
    }
  } finally {
    await file.close();
  }
  const [code, signal] = await ended;
  return signal ?? code;
}
