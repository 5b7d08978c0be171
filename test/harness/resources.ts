// Resources for tests: real rows with real files in storage.
import { randomUUID } from 'node:crypto';
import type { TestApp } from './harness.ts';

type NewResource = {
  authorId: string;
  title?: string;
  description?: string;
  category?: string;
  editor?: string;
  type?: string;
  tags?: string[];
  licence?: string;
  status?: 'PENDING' | 'APPROVED' | 'REJECTED';
  createdAt?: Date;
  files?: Record<string, string | Buffer>;
};

/** Adds a resource (approved by default) with its files; resolves to its id. */
export async function addResource(test: Pick<TestApp, 'db' | 'deps'>, given: NewResource): Promise<string> {
  const files = Object.entries(given.files ?? { 'readme.txt': 'Hello' }).map(([path, body]) => ({
    path,
    body: Buffer.from(body),
  }));
  const { id } = await test.db
    .insertInto('resources')
    .values({
      author_id: given.authorId,
      title: given.title ?? 'Untitled pack',
      description: given.description ?? '',
      category: given.category ?? 'Free',
      editor: given.editor ?? 'After Effects',
      type: given.type ?? 'overlay',
      tags: given.tags ?? [],
      licence: given.licence ?? 'CC0',
      status: given.status ?? 'APPROVED',
      file_count: files.length,
      file_size: files.reduce((sum, file) => sum + file.body.length, 0),
      ...(given.createdAt ? { created_at: given.createdAt } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { path, body } of files) {
    const key = `r/${id}/${randomUUID()}`;
    const stored = await test.deps.storage.put(key, body);
    await test.db
      .insertInto('resource_files')
      .values({
        resource_id: id,
        path,
        size: stored.size,
        sha256: stored.sha256,
        crc32: stored.crc32,
        storage_key: key,
      })
      .execute();
  }
  return id;
}
