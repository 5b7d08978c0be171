/** Storage at any service that speaks S3, Google's among them: what an ObjectStore promises, in its calls. */

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StorageUnavailable, StoredFileTooLarge } from '#server/kit/storage/errors.ts';
import {
  type ObjectEntry,
  type ObjectPart,
  type ObjectStore,
  S3_MOST_PARTS,
} from '#server/kit/storage/objects/object-store.ts';
import { createObjectStorage } from '#server/kit/storage/objects/objects.ts';
import type { S3SetUp } from '#server/kit/storage/settings.ts';
import type { Storage } from '#server/kit/storage/storage.ts';
import { ANSWER_MS, createS3Client, JOIN_MS, WRITE_MS } from './client.ts';
import { asStorageFailure, isAbsent, isWithoutBucket } from './failures.ts';
import { composeCommand, composeObject, SCRATCH } from './google.ts';

/** Parts on their way at once: of bytes, which are in memory, and of copies, which are not. */
const BYTES_AT_ONCE = 2;
const COPIES_AT_ONCE = 8;
/** For so long a bucket that was there is taken to be there still. */
const BUCKET_KNOWN_MS = 10_000;

type Options = { answerMs?: number; uploadsPerPage?: number };

/**
 * @param options.saveEveryMs how long at most what arrives is not yet saved
 * @param options.answerMs stands for 5 s in tests, options.uploadsPerPage for what the service takes for a page
 */
export function createS3Storage(setUp: S3SetUp, options: Options & { saveEveryMs?: number } = {}): Storage {
  const { answerMs, uploadsPerPage, ...others } = options;
  const store = createS3Store(setUp, { ...(answerMs && { answerMs }), ...(uploadsPerPage && { uploadsPerPage }) });
  return createObjectStorage(store, { ...others, linkSeconds: setUp.linkSeconds });
}

function createS3Store(setUp: S3SetUp, { answerMs = ANSWER_MS, uploadsPerPage }: Options): ObjectStore {
  const client = createS3Client(setUp, answerMs);
  const isGoogle = setUp.kind === 'gcs';
  const at = (name: string) => ({ Bucket: setUp.bucket, Key: setUp.prefix + name });
  let bucketSeenAt = Number.NEGATIVE_INFINITY;

  // To be asked when an object is not there: the answer is the same when its bucket is not, and then nothing is known of any. By a
  // list, since an account that may use the objects of a bucket at Google need not be allowed to look at the bucket.
  async function proveBucket(): Promise<void> {
    if (performance.now() - bucketSeenAt < BUCKET_KNOWN_MS) return;
    const what = `the bucket ${setUp.bucket}`;
    try {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: setUp.bucket, Prefix: setUp.prefix, MaxKeys: 1 }),
      );
      if (page.Name === undefined) throw new StorageUnavailable(`${what} was answered by something else`);
    } catch (error) {
      if (isWithoutBucket(error)) throw new StorageUnavailable(`there is no bucket ${setUp.bucket}`, { cause: error });
      throw asStorageFailure(error, what);
    }
    bucketSeenAt = performance.now();
  }

  // One call, its failure in the storage's words.
  async function ask<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      throw asStorageFailure(error, what);
    }
  }

  async function uploadPart(name: string, uploadId: string, number: number, part: ObjectPart): Promise<CompletedPart> {
    const place = { ...at(name), UploadId: uploadId, PartNumber: number };
    const what = `part ${number} of ${name}`;
    let etag: string | undefined;
    if ('bytes' in part) {
      const { bytes } = part;
      const command = new UploadPartCommand({ ...place, Body: bytes, ...lengthAndSum(bytes) });
      etag = (await ask(what, () => client.send(command, { requestTimeout: WRITE_MS }))).ETag;
    } else {
      const { name: from, start, end, size } = part.section;
      const command = new UploadPartCopyCommand({
        ...place,
        CopySource: `${setUp.bucket}/${setUp.prefix}${from}`,
        ...(start === 0 && end === size ? {} : { CopySourceRange: `bytes=${start}-${end - 1}` }),
      });
      etag = (await ask(what, () => client.send(command, { requestTimeout: WRITE_MS }))).CopyPartResult?.ETag;
    }
    if (!etag) throw new StorageUnavailable(`${what} was answered without a tag`);
    return { ETag: etag, PartNumber: number };
  }

  // Uploads the parts, several at a time, and answers them in their order; waits for all of them whatever happens.
  async function uploadParts(
    name: string,
    uploadId: string,
    parts: AsyncIterable<ObjectPart>,
  ): Promise<CompletedPart[]> {
    const done: CompletedPart[] = [];
    const running = new Set<Promise<void>>();
    let broken: { error: unknown } | null = null;
    let number = 0;
    try {
      for await (const part of parts) {
        number += 1;
        if (number > S3_MOST_PARTS) throw new StoredFileTooLarge(`${name} has more than ${S3_MOST_PARTS} parts`);
        const mine = number;
        const work: Promise<void> = uploadPart(name, uploadId, mine, part)
          .then((completed) => {
            done[mine - 1] = completed;
          })
          .catch((error: unknown) => {
            broken ??= { error };
          })
          .finally(() => running.delete(work));
        running.add(work);
        // The source may be making the next part meanwhile.
        const atOnce = 'bytes' in part ? BYTES_AT_ONCE : COPIES_AT_ONCE;
        while (running.size >= atOnce) await Promise.race(running);
        if (broken) break;
      }
    } finally {
      await Promise.all(running);
    }
    if (broken) throw (broken as { error: unknown }).error;
    return done;
  }

  const read: ObjectStore['read'] = async (name, { start, end, version }) => {
    const range = { Range: `bytes=${start}-${end - 1}` };
    const bound = version === undefined ? {} : { IfMatch: version };
    const answer = await ask(name, () => client.send(new GetObjectCommand({ ...at(name), ...range, ...bound })));
    const body = answer.Body as Readable | undefined;
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.ContentRange ?? '') ?? [];
    const size = Number(total);
    if (body && Number(first) === start && Number(last) === Math.min(end, size) - 1) return { body, size };
    body?.destroy();
    throw new StorageUnavailable(`bytes ${start} to ${end} of ${name} were answered by ${answer.ContentRange}`);
  };

  const remove: ObjectStore['remove'] = async (name) => {
    try {
      await client.send(new DeleteObjectCommand(at(name)));
    } catch (error) {
      if (!isAbsent(error)) throw asStorageFailure(error, name);
    }
  };

  const upload: ObjectStore['assemble'] = async (name, parts) => {
    const begun = await ask(name, () => client.send(new CreateMultipartUploadCommand(at(name))));
    const uploadId = begun.UploadId;
    if (!uploadId) throw new StorageUnavailable(`${name} could not be begun`);
    try {
      const completed = await uploadParts(name, uploadId, parts);
      const command = new CompleteMultipartUploadCommand({
        ...at(name),
        UploadId: uploadId,
        MultipartUpload: { Parts: completed },
      });
      const { ETag: etag } = await ask(name, () => client.send(command, { requestTimeout: JOIN_MS }));
      if (!etag) throw new StorageUnavailable(`${name} was joined without a tag`);
    } catch (error) {
      // What cannot be given up now is given up by removeAbandoned.
      await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: uploadId })).catch(() => {});
      throw error;
    }
  };

  async function compose(sources: readonly string[], name: string): Promise<void> {
    const keys = sources.map((source) => setUp.prefix + source);
    const command = composeCommand(setUp.bucket, setUp.prefix + name, keys);
    const { ETag: etag } = await ask(name, () => client.send(command, { requestTimeout: WRITE_MS }));
    if (!etag) throw new StorageUnavailable(`${name} was composed without a tag`);
  }
  const composing = { read, remove, upload, compose };

  async function* list(prefix: string, behind?: string): AsyncGenerator<ObjectEntry, void> {
    let token: string | undefined;
    do {
      const place = { Bucket: setUp.bucket, Prefix: setUp.prefix + prefix };
      const begin = behind === undefined ? {} : { StartAfter: setUp.prefix + behind };
      const command = new ListObjectsV2Command({ ...place, ...(token ? { ContinuationToken: token } : begin) });
      const page = await ask(`the list of ${prefix}`, () => client.send(command));
      // Nothing must be taken for an empty list that is none.
      if (page.Name === undefined) throw new StorageUnavailable(`the list of ${prefix} was answered by something else`);
      for (const { Key: key, Size: size, LastModified: modifiedAt } of page.Contents ?? []) {
        if (key === undefined || size === undefined || !modifiedAt) {
          throw new StorageUnavailable(`the list of ${prefix} is not whole`);
        }
        yield { name: key.slice(setUp.prefix.length), size, modifiedAt };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (page.IsTruncated && !token) throw new StorageUnavailable(`the list of ${prefix} does not go on`);
    } while (token);
  }

  return {
    async find(name) {
      try {
        const found = await client.send(new HeadObjectCommand(at(name)));
        const { ContentLength: size, LastModified: modifiedAt, ETag: version } = found;
        if (size === undefined || !modifiedAt || !version) throw new StorageUnavailable(`${name} is not described`);
        bucketSeenAt = performance.now();
        return { size, modifiedAt, version };
      } catch (error) {
        if (!isAbsent(error)) throw asStorageFailure(error, name);
      }
      await proveBucket();
      return null;
    },

    read,

    async write(name, bytes) {
      const command = new PutObjectCommand({ ...at(name), Body: bytes, ...lengthAndSum(bytes) });
      const { ETag: etag } = await ask(name, () => client.send(command, { requestTimeout: WRITE_MS }));
      // Something else in between may answer 200 to anything.
      if (!etag) throw new StorageUnavailable(`${name} was answered without a tag`);
    },

    assemble: (name, parts) => (isGoogle ? composeObject(composing, name, parts) : upload(name, parts)),
    remove,

    list,

    async link(name, { ttlSeconds, contentDisposition, mediaType }) {
      const said = { ResponseContentDisposition: contentDisposition, ResponseContentType: mediaType };
      return await getSignedUrl(client, new GetObjectCommand({ ...at(name), ...said }), { expiresIn: ttlSeconds });
    },

    async removeAbandoned(prefix, before) {
      // What is half-assembled at Google lies apart, whatever it is to become.
      const begun = setUp.prefix + (isGoogle ? SCRATCH : prefix);
      const place = { Bucket: setUp.bucket, Prefix: begun, MaxUploads: uploadsPerPage };
      let behind: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {};
      let removed = 0;
      if (isGoogle) {
        for await (const { name, modifiedAt } of list(SCRATCH)) {
          if (modifiedAt >= before) continue;
          await remove(name);
          removed += 1;
        }
      }
      while (behind) {
        const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ ...place, ...behind });
        const page = await ask('the list of what was begun', () => client.send(command));
        for (const { Key, UploadId, Initiated: begunAt } of page.Uploads ?? []) {
          if (!begunAt || begunAt >= before) continue;
          await ask('what was begun', () =>
            client.send(new AbortMultipartUploadCommand({ Bucket: setUp.bucket, Key, UploadId })),
          );
          removed += 1;
        }
        const { NextKeyMarker, NextUploadIdMarker } = page;
        behind =
          page.IsTruncated && NextKeyMarker ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : null;
      }
      return removed;
    },
  };
}

const lengthAndSum = (bytes: Uint8Array) => ({
  ContentLength: bytes.byteLength,
  ContentMD5: createHash('md5').update(bytes).digest('base64'),
});
