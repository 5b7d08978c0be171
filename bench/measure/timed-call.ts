// Measures one call, from the request to the end of the response.
import { request } from 'node:http';

export type TimedCall = { path: string; cookie?: string };

/** Milliseconds until the end of a response. Any status but 200 is an error. */
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
