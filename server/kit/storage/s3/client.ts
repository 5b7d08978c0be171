/** Amazon's library, bounded in time: its own limits end with the first byte of an answer. */

import { S3Client } from '@aws-sdk/client-s3';
import type { S3SetUp } from '#server/kit/storage/settings.ts';

const CONNECT_MS = 2000;
/** From the end of a question to the beginning of its answer, and from there to its end. */
export const ANSWER_MS = 5000;
/** The same when 8 MiB go there first, over whatever line. */
export const WRITE_MS = 60_000;
/** A service joins thousands of parts before it answers. */
export const JOIN_MS = 600_000;
const ATTEMPTS = 3;
/** Connections that are open at once. */
const CONNECTIONS = 512;

/** Answers that a service begins at once and ends when the work is done, and the one whose reader has a limit of its own. */
const SLOW_ENDS: Readonly<Record<string, number>> = {
  UploadPartCopyCommand: WRITE_MS,
  CompleteMultipartUploadCommand: JOIN_MS,
  GetObjectCommand: Number.POSITIVE_INFINITY,
};

type Answer = {
  statusCode?: number;
  body?: { destroy?(error: Error): void; once?(event: string, act: () => void): void };
};

/** @param answerMs stands for 5 s in tests */
export function createS3Client({ endpoint, region, pathStyle, keys }: S3SetUp, answerMs: number): S3Client {
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Every service knows Content-MD5 and the signed SHA-256 of a body, which say the same; not every one knows trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    },
    ...(endpoint === null ? {} : { endpoint }),
    ...(keys === null ? {} : { credentials: { accessKeyId: keys.keyId, secretAccessKey: keys.secret } }),
  });
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const answered = await next(given);
        const answer = answered.response as Answer;
        // A refusal is read whole, whatever was asked for.
        const isRefused = (answer.statusCode ?? 500) >= 300;
        limitEnd(answer, (isRefused ? undefined : SLOW_ENDS[commandName ?? '']) ?? answerMs);
        return answered;
      },
    // Each try has its own limit: next to what sends it, inside of what repeats it.
    { name: 'helixAnswersEnd', step: 'deserialize', priority: 'low' },
  );
  return client;
}

/** Breaks off an answer that does not end; the library takes it for a lost connection, and asks again. */
function limitEnd({ body }: Answer, limitMs: number): void {
  if (!body?.destroy || !body.once || !Number.isFinite(limitMs)) return;
  const timer = setTimeout(() => {
    body.destroy?.(Object.assign(new Error(`the answer did not end within ${limitMs} ms`), { name: 'TimeoutError' }));
  }, limitMs);
  body.once('close', () => clearTimeout(timer));
}
