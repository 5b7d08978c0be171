/** Puts a large object of Google Cloud Storage together: whole objects are joined where they are, all between them is sent. */

import { randomUUID } from 'node:crypto';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { ComposedPart, GcsClient } from './gcs-client.ts';
import type { ObjectPart, ObjectSection } from './object-store.ts';

/** Google's own limit. */
const MOST_COMPOSED = 32;

/**
 * Makes the object `name` of parts, whose names and its own begin with `prefix`.
 * @param scratch what the names of temporary objects begin with; should one stay behind, its age tells
 * @throws FileMissing, StorageUnavailable, what `parts` throws; nothing is left under the name then
 */
export async function assembleObject(
  client: GcsClient,
  { prefix, scratch, name }: { prefix: string; scratch: string; name: string },
  parts: AsyncIterable<ObjectPart>,
): Promise<void> {
  const made: string[] = [];
  const newName = (): string => {
    const temporary = `${prefix}${scratch}${randomUUID()}`;
    made.push(temporary);
    return temporary;
  };
  async function* bytesOf(part: ObjectPart): AsyncGenerator<Uint8Array> {
    if ('bytes' in part) {
      yield part.bytes;
      return;
    }
    const { start, end } = part.section;
    const read = await client.read(prefix + part.section.name, { start, end });
    if (!read) throw new FileMissing(`no object ${part.section.name}`);
    yield* read.body;
  }

  const source = parts[Symbol.asyncIterator]();
  let step = await source.next();
  async function* untilWhole(): AsyncGenerator<Uint8Array> {
    for (; !step.done && !isWhole(step.value); step = await source.next()) yield* bytesOf(step.value);
  }
  try {
    let joined: ComposedPart[] = [];
    while (!step.done) {
      if (isWhole(step.value)) {
        const { name: whole, size } = step.value.section;
        joined.push({ name: prefix + whole, size });
        step = await source.next();
      } else joined.push(await client.insertStream(newName(), untilWhole()));
      if (joined.length === MOST_COMPOSED) joined = [await client.compose(joined, newName())];
    }
    if (joined.length === 0) await client.insert(prefix + name, new Uint8Array());
    else await client.compose(joined, prefix + name);
  } catch (error) {
    await source.return?.();
    throw error;
  } finally {
    for (const temporary of made) await client.remove(temporary).catch(() => {});
  }
}

const isWhole = (part: ObjectPart): part is { section: ObjectSection } =>
  'section' in part && part.section.start === 0 && part.section.end === part.section.size;
