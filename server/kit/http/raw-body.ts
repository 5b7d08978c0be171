// The body of a call as the bytes that were sent: a signature is over these, not over what they say.
import type { IncomingMessage } from 'node:http';
import { readBody } from './body-stream.ts';
import { Problem } from './problem.ts';

/**
 * Reads a whole body of a call that declares `bodyType`, and no byte more than may come.
 * @throws Problem TOO_LARGE when more comes, and what the connection broke with
 */
export async function readRawBody(raw: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  // A piece is the reader's until the next one is asked for, so it is copied.
  for await (const piece of readBody(raw, { stop: new AbortController().signal, most: mostBytes }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/**
 * What such a body says.
 * @throws Problem BAD_JSON
 */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Problem('BAD_JSON');
  }
}
