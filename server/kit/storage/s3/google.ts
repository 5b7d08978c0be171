/**
 * Large objects in Google Cloud Storage. Its S3-compatible API supports multipart uploads but not UploadPartCopy. Existing
 * objects are therefore combined with Google's own compose request, up to 32 whole objects at a time.
 */

import { randomUUID } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import type { ObjectPart, ObjectSection, ObjectStore } from '#server/kit/storage/objects/object-store.ts';
import { openObject } from '#server/kit/storage/objects/reader.ts';
import { xmlText } from '#server/kit/text/xml.ts';

/**
 * Prefix for temporary objects that become parts of larger objects. Leftovers from killed processes are recognised by their age.
 */
export const SCRATCH = 'assembling/';
/** Google's limit for one compose request. */
const MOST_COMPOSED = 32;
/** Parts per multipart upload, well below Google's limit of 10,000. Longer content is composed from several uploads. */
const MOST_UPLOADED = 1000;

type Composing = Pick<ObjectStore, 'read' | 'remove'> & {
  /** Creates an object from bytes sent by this process. */
  upload(name: string, parts: AsyncIterable<ObjectPart>): Promise<void>;
  /** Creates an object by concatenating up to 32 others in order. */
  compose(sources: readonly string[], name: string): Promise<void>;
};

/** Implements `ObjectStore.assemble`. */
export async function composeObject(
  { read, remove, upload, compose }: Composing,
  name: string,
  parts: AsyncIterable<ObjectPart>,
): Promise<void> {
  const made: string[] = [];
  const newName = (): string => {
    const temporary = SCRATCH + randomUUID();
    made.push(temporary);
    return temporary;
  };
  async function readSection({ name: from, start, end, size }: ObjectSection): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafe(end - start);
    const file = openObject({ read }, { name: from, size });
    try {
      await file.read(bytes, start);
    } finally {
      await file.close();
    }
    return bytes;
  }

  const source = parts[Symbol.asyncIterator]();
  let step: IteratorResult<ObjectPart> | undefined;
  async function* untilWhole(): AsyncGenerator<ObjectPart> {
    for (let count = 0; count < MOST_UPLOADED && step && !step.done; count += 1) {
      const part = step.value;
      if (wholeOf(part) !== null) return;
      yield 'bytes' in part ? part : { bytes: await readSection(part.section) };
      step = await source.next();
    }
  }
  try {
    let joined: string[] = [];
    step = await source.next();
    while (!step.done) {
      const whole = wholeOf(step.value);
      if (whole !== null) {
        joined.push(whole);
        step = await source.next();
      } else {
        const temporary = newName();
        await upload(temporary, untilWhole());
        joined.push(temporary);
      }
      if (joined.length < MOST_COMPOSED || step.done) continue;
      const temporary = newName();
      await compose(joined, temporary);
      joined = [temporary];
    }
    await compose(joined, name);
  } finally {
    await source.return?.();
    for (const temporary of made) await remove(temporary).catch(() => {});
  }
}

/**
 * Google's `PUT ?compose`, which the AWS library does not support: a PutObject command with a different query string, signed and
 * retried like any other. It has no Content-MD5, because Google would compare that with the composed object. Instead, the
 * signature covers the SHA-256 of the request.
 */
export function composeCommand(bucket: string, key: string, sources: readonly string[]): PutObjectCommand {
  const components = sources.map((source) => `<Component><Name>${xmlText(source)}</Name></Component>`);
  const body = `<ComposeRequest>${components.join('')}</ComposeRequest>`;
  const command = new PutObjectCommand({ Bucket: bucket, Key: key, Body: Buffer.from(body) });
  command.middlewareStack.add(
    (next) => async (given) => {
      (given.request as { query: Record<string, string> }).query = { compose: '' };
      return await next(given);
    },
    { name: 'helixCompose', step: 'build' },
  );
  return command;
}

/** The object's name if the part is a whole object, otherwise null. */
const wholeOf = (part: ObjectPart): string | null =>
  'section' in part && part.section.start === 0 && part.section.end === part.section.size ? part.section.name : null;
