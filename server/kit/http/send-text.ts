/** Streams long generated text as a file to save: written as it is made, one piece in memory at a time. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import { attachmentDisposition } from './attachment-name.ts';

/** A client that takes nothing for this long is cut off. */
const STALL_TIMEOUT_MS = 60_000;

/**
 * For handlers of `answerExchange` whose contract says `reply: null`. A failure before the first piece is thrown and becomes
 * an ordinary refusal. A later one cuts the connection, so that half a list never passes for a whole one. When the client
 * leaves, nothing more is read.
 * @param file.name name of the file, with its extension
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
      reply.request.log.error({ err: error, name: file.name }, 'a streamed text failed while it was sent');
    response.destroy();
  }
}
