// Measures one request, until the end of its response.
import { request } from 'node:http';

export type TimedCall = { path: string; cookie?: string };

/** Milliseconds until the end of a response. Rejects on any status but 200. */
export function timeOf(port: number, { path, cookie = '' }: TimedCall): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const asked = request({ port, path, headers: { accept: 'application/json', cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${path} answered ${response.statusCode}`));
      response.resume().once('end', () => resolve(performance.now() - begun));
    });
    asked.once('error', reject);
    asked.end();
  });
}
