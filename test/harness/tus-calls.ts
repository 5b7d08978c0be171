// tus requests over real connections for tests, and the drafts that they belong to.
import { randomBytes } from 'node:crypto';
import type { Person, TestApp } from './harness.ts';

export const SESSIONS = '/api/uploads/sessions';

/** Upload-Metadata header with the given values. */
export function metadataOf(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** Adds a draft by the leaker; returns its id. */
export async function addDraft({ db, deps }: TestApp, authorId: string): Promise<string> {
  const { id } = await db
    .insertInto('resources')
    .values({
      author_id: authorId,
      title: `A draft ${randomBytes(4).toString('hex')}`,
      description: '',
      category: 'Free',
      editor: 'After Effects',
      type: 'overlay',
      tags: [],
      licence: 'CC0',
      status: 'PENDING',
      submitted_at: null,
      created_at: deps.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export type TusReply = { status: number; headers: Headers; body: { code?: string; fields?: Record<string, string> } };

/** A tus client for a site that is listening on `origin`. */
export function createTusCalls(origin: string) {
  const send = async (
    method: string,
    path: string,
    person: Pick<Person, 'headers'> | null,
    headers: Record<string, string> = {},
    body?: BodyInit,
  ): Promise<TusReply> => {
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', ...person?.headers, ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? {} : JSON.parse(text) };
  };
  const create = (
    person: Pick<Person, 'headers'> | null,
    length: number | string,
    metadata: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    send('POST', SESSIONS, person, {
      'Upload-Length': String(length),
      'Upload-Metadata': metadataOf(metadata),
      ...headers,
    });
  return {
    send,
    create,
    // Starts an upload that must be accepted; returns its URL.
    begin: async (person: Person, length: number, metadata: Record<string, string>): Promise<string> => {
      const reply = await create(person, length, metadata);
      if (reply.status !== 201) throw new Error(`upload not started: ${reply.status} ${JSON.stringify(reply.body)}`);
      return reply.headers.get('location') ?? '';
    },
    patch: (
      person: Pick<Person, 'headers'> | null,
      path: string,
      offset: number | string,
      body: BodyInit,
      headers: Record<string, string> = {},
    ) =>
      send(
        'PATCH',
        path,
        person,
        { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers },
        body,
      ),
    head: (person: Pick<Person, 'headers'> | null, path: string) => send('HEAD', path, person),
    end: (person: Pick<Person, 'headers'> | null, path: string) => send('DELETE', path, person),
    complete: (person: Person, path: string, files?: { path: string; size: number }[]) =>
      send(
        'POST',
        `${path}/complete`,
        person,
        { 'Content-Type': 'application/json' },
        JSON.stringify(files ? { files } : {}),
      ),
  };
}
