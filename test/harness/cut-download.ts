// Downloads by curl that are cut on the way, by bytes and never by time: curl waits for who reads it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';

/** Bytes that a file has; 0 when there is none. */
export async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

/**
 * Lets curl go on with a file for so many bytes, then does something to it, keeps what still comes, and waits for its end.
 * @param interrupt kills curl unless given
 * @returns how curl ended: its code or its signal
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
