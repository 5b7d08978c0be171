/** An ObjectStore for any S3-compatible service, including Google Cloud Storage. */

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

/** Maximum number of concurrent parts. More copies than uploads are allowed, because only uploaded parts are held in memory. */
const BYTES_AT_ONCE = 2;
const COPIES_AT_ONCE = 8;
/** How long a bucket is assumed to exist after it was last seen. */
const BUCKET_KNOWN_MS = 10_000;

type Options = { answerMs?: number; uploadsPerPage?: number };

/**
 * @param options.saveEveryMs maximum time before received data is saved to the service
 * @param options.answerMs, options.uploadsPerPage override the response time limit (5 s) and the service's page size in tests
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

  // Call this if an object seems to be missing, because the service gives the same response if the whole bucket is missing. Sends
  // a list request instead of a HEAD request for the bucket, because an account with access to the objects of a Google bucket
  // does not necessarily have access to the bucket itself.
  async function proveBucket(): Promise<void> {
    if (performance.now() - bucketSeenAt < BUCKET_KNOWN_MS) return;
    const what = `the bucket ${setUp.bucket}`;
    try {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: setUp.bucket, Prefix: setUp.prefix, MaxKeys: 1 }),
      );
      if (page.Name === undefined) throw new StorageUnavailable(`${what} got an invalid response`);
    } catch (error) {
      if (isWithoutBucket(error)) throw new StorageUnavailable(`there is no bucket ${setUp.bucket}`, { cause: error });
      throw asStorageFailure(error, what);
    }
    bucketSeenAt = performance.now();
  }

  // Makes one request and maps its errors to storage errors.
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
    if (!etag) throw new StorageUnavailable(`${what} got a response without an ETag`);
    return { ETag: etag, PartNumber: number };
  }

  // Uploads the parts concurrently and returns them in order. Even on failure, waits until every running upload has settled.
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
        // Wait only here, so that the source can produce the next part during the upload.
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
    throw new StorageUnavailable(`bytes ${start} to ${end} of ${name} were answered with ${answer.ContentRange}`);
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
    if (!uploadId) throw new StorageUnavailable(`${name} could not be started`);
    try {
      const completed = await uploadParts(name, uploadId, parts);
      const command = new CompleteMultipartUploadCommand({
        ...at(name),
        UploadId: uploadId,
        MultipartUpload: { Parts: completed },
      });
      const { ETag: etag } = await ask(name, () => client.send(command, { requestTimeout: JOIN_MS }));
      if (!etag) throw new StorageUnavailable(`${name} was joined without an ETag`);
    } catch (error) {
      // If this fails, removeAbandoned aborts the upload later.
      await client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId: uploadId })).catch(() => {});
      throw error;
    }
  };

  async function compose(sources: readonly string[], name: string): Promise<void> {
    const keys = sources.map((source) => setUp.prefix + source);
    const command = composeCommand(setUp.bucket, setUp.prefix + name, keys);
    const { ETag: etag } = await ask(name, () => client.send(command, { requestTimeout: WRITE_MS }));
    if (!etag) throw new StorageUnavailable(`${name} was composed without an ETag`);
  }
  const composing = { read, remove, upload, compose };

  async function* list(prefix: string, behind?: string): AsyncGenerator<ObjectEntry, void> {
    let token: string | undefined;
    do {
      const place = { Bucket: setUp.bucket, Prefix: setUp.prefix + prefix };
      const begin = behind === undefined ? {} : { StartAfter: setUp.prefix + behind };
      const command = new ListObjectsV2Command({ ...place, ...(token ? { ContinuationToken: token } : begin) });
      const page = await ask(`the list of ${prefix}`, () => client.send(command));
      // An invalid response must not be mistaken for an empty list.
      if (page.Name === undefined) throw new StorageUnavailable(`the list of ${prefix} got an invalid response`);
      for (const { Key: key, Size: size, LastModified: modifiedAt } of page.Contents ?? []) {
        if (key === undefined || size === undefined || !modifiedAt) {
          throw new StorageUnavailable(`the list of ${prefix} is incomplete`);
        }
        yield { name: key.slice(setUp.prefix.length), size, modifiedAt };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
      if (page.IsTruncated && !token) throw new StorageUnavailable(`the list of ${prefix} has no next page`);
    } while (token);
  }

  return {
    async find(name) {
      try {
        const found = await client.send(new HeadObjectCommand(at(name)));
        const { ContentLength: size, LastModified: modifiedAt, ETag: version } = found;
        if (size === undefined || !modifiedAt || !version) throw new StorageUnavailable(`${name} has no metadata`);
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
      // A proxy in between could respond 200 to anything.
      if (!etag) throw new StorageUnavailable(`${name} got a response without an ETag`);
    },

    assemble: (name, parts) => (isGoogle ? composeObject(composing, name, parts) : upload(name, parts)),
    remove,

    list,

    async link(name, { ttlSeconds, contentDisposition, mediaType }) {
      const said = { ResponseContentDisposition: contentDisposition, ResponseContentType: mediaType };
      return await getSignedUrl(client, new GetObjectCommand({ ...at(name), ...said }), { expiresIn: ttlSeconds });
    },

    async removeAbandoned(prefix, before) {
      // On Google, incomplete objects are kept under a separate prefix, whatever their final names.
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
        const page = await ask('the list of multipart uploads', () => client.send(command));
        for (const { Key, UploadId, Initiated: begunAt } of page.Uploads ?? []) {
          if (!begunAt || begunAt >= before) continue;
          await ask('a multipart upload', () =>
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
