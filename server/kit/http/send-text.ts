/** Streams long generated text as a file download, with one chunk in memory at a time. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { attachmentDisposition } from './attachment-name.ts';

/** A client that reads nothing for this long is disconnected. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * Streams text as a download, for handlers of `answerExchange` whose contract has `reply: null`. An error before the first chunk
 * is thrown and becomes an ordinary error response. A later error breaks the connection, so that a truncated list never looks
 * complete. Reading stops when the client disconnects.
 * @param file.name file name, with its extension
 */
export async function sendText(
  reply: FastifyReply,
  pieces: AsyncIterable<string>,
  file: { type: string; name: string; caching: string },
): Promise<undefined> {
  const text = pieces[Symbol.asyncIterator]();
  const isAsked = reply.request.method !== 'HEAD';
  const first = isAsked ? await text.next() : null;
  reply
    .header('content-type', file.type)
    .header('content-disposition', attachmentDisposition(file.name))
    .header('cache-control', file.caching);
  const response = reply.raw;
  const headers = reply.getHeaders();
  reply.hijack();
  response.writeHead(200, headers as Record<string, string>);
  if (!first) {
    response.end();
    return;
  }
  if (response.socket?.setTimeout) response.setTimeout(STALL_TIMEOUT_MS, () => response.destroy());
  try {
    await pipeline(
      Readable.from(
        (async function* () {
          if (!first.done) yield first.value;
          yield* { [Symbol.asyncIterator]: () => text };
        })(),
      ),
      response,
    );
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE')
      reply.request.log.error({ err: error, name: file.name }, 'sending a streamed text failed');
    response.destroy();
  }
}
