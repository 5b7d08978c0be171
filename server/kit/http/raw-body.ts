// Reads request bodies as raw bytes, because signatures cover the bytes rather than the parsed content.
import type { IncomingMessage } from 'node:http';
import { readBody } from './body-stream.ts';
import { Problem } from './problem.ts';

/**
 * Reads the whole body of a request to an endpoint that declares `bodyType`, up to a maximum size.
 * @throws Problem TOO_LARGE when the body is larger; the error that broke the connection
 */
export async function readRawBody(raw: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  // A chunk is only valid until the next one is requested, so it is copied.
  for await (const piece of readBody(raw, { stop: new AbortController().signal, most: mostBytes }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/**
 * Parses a raw body as JSON.
 * @throws Problem BAD_JSON
 */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Problem('BAD_JSON');
  }
}
