// A real server process with a leaker who uploads: for what only processes that are killed, or measured, can show.
import { createSession } from '#server/platform/sessions.ts';
import { type DownloadSite, openDownloadSite } from './download-site.ts';
import { createTusCalls } from './tus-calls.ts';

/** The site of openDownloadSite, not yet started, with a leaker's cookie in place of a premium member's. */
export async function openUploadSite(
  connection: Parameters<typeof openDownloadSite>[0],
  env: Record<string, string> = {},
) {
  const site: DownloadSite = await openDownloadSite(connection, env);
  const { id } = await site.db
    .insertInto('users')
    .values({ username: 'sender', email: 'sender@people.example', role: 'LEAKER', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cookie = `token=${await createSession(site.db, { userId: id, userAgent: 'test', now: new Date() })}`;
  return {
    ...site,
    cookie,
    // Of the premium member whose the addresses of `addressOf` are.
    readerCookie: site.cookie,
    // Their headers, as a person's of the harness.
    sender: { id, username: 'sender', email: 'sender@people.example', headers: { cookie } },
    // Calls at the site itself, wherever it is by now; `origin` leads them through a front server.
    tus: (origin = site.url()) => createTusCalls(origin),
    // A resource that the leaker has begun; answers its id.
    addDraft: async (): Promise<string> => {
      const draft = await site.db
        .insertInto('resources')
        .values({
          author_id: id,
          title: 'A long upload',
          description: '',
          category: 'Free',
          editor: 'After Effects',
          type: 'overlay',
          tags: [],
          licence: 'CC0',
          status: 'PENDING',
          submitted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return draft.id;
    },
    // Where the bytes of an upload lie while they arrive.
    partialOf: (address: string): string => `${site.folder}/files/partial/${address.split('/').at(-1)}`,
  };
}

export type UploadSite = Awaited<ReturnType<typeof openUploadSite>>;
