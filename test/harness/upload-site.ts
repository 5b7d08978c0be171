// A real server process and a leaker who uploads to it, for tests that kill or measure the process.
import { createSession } from '#server/platform/sessions.ts';
import { type DownloadSite, openDownloadSite } from './download-site.ts';
import { createTusCalls } from './tus-calls.ts';

/** A site from openDownloadSite that has not been started yet, with a leaker's cookie instead of a Premium member's. */
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
    // Cookie of the Premium member for whom `addressOf` creates URLs.
    readerCookie: site.cookie,
    // The leaker as a harness user, with the headers that authenticate their requests.
    sender: { id, username: 'sender', email: 'sender@people.example', headers: { cookie } },
    // tus client for the site on its current port; `origin` routes the requests through a proxy.
    tus: (origin = site.url()) => createTusCalls(origin),
    // Adds a draft by the leaker; returns its id.
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
    // Path where an upload's bytes are stored while it is incomplete.
    partialOf: (address: string): string => `${site.folder}/files/partial/${address.split('/').at(-1)}`,
  };
}

export type UploadSite = Awaited<ReturnType<typeof openUploadSite>>;
