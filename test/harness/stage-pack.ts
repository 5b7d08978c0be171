// Packs for the stage, uploaded to a running site.
import type { APIRequestContext } from '@playwright/test';
import { decide, requireOk, untilTrue, waitForPreviews } from './approval.ts';
import { listCards, listFiles } from './catalogue.ts';
import { signInByCall } from './sign-in.ts';
import { makeAllFiles, type NewFile } from './stage-files.ts';

export type Pack = { id: string; title: string; files: NewFile[]; type: string; category: string };

/** Uploads a pack as the leaker that `api` is logged in as. */
export async function sendPack(
  api: APIRequestContext,
  username: string,
  { id, title, files, type, category }: Pack,
): Promise<void> {
  for (const file of files) {
    const answer = await api.post(`/api/uploads/${username}/${id}/file`, {
      multipart: {
        file: { ...file, mimeType: 'application/octet-stream' },
        ...{ title, category, description: 'Made by a journey.', tags: 'stage', licence: 'CC0', type },
        ...{ editor: 'After Effects', rightsDeclared: 'true', saleDeclared: String(category === 'Premium') },
      },
    });
    await requireOk(answer);
  }
}

/** Waits until this many files of a pack have a preview. */
export async function untilShown(api: APIRequestContext, id: string, count: number): Promise<void> {
  await untilTrue(`${count} previews of single files`, async () => {
    const files = await listFiles(api, id);
    return files.filter(({ preview }) => preview).length === count;
  });
}

export const EVERY_KIND = 'Every kind of file';

/** Id of the pack that this process found or made. */
let everyKind: string | undefined;

/** Id of the demo leaker's pack with every kind of file, which is made when it's first asked for. Logs `api` out if it makes it. */
export async function everyKindOf(api: APIRequestContext): Promise<string> {
  everyKind ??= (await listCards(api, { search: EVERY_KIND })).find(({ title }) => title === EVERY_KIND)?.id;
  everyKind ??= await makeEveryKind(api);
  return everyKind;
}

const makeEveryKind = async (api: APIRequestContext): Promise<string> => {
  const id = crypto.randomUUID();
  const files = await makeAllFiles();
  await signInByCall(api, 'leaker');
  await sendPack(api, 'leaker-demo', { id, title: EVERY_KIND, files, type: 'overlay', category: 'Free' });
  await waitForPreviews(api, id);
  await untilShown(api, id, files.filter(({ name }) => !/^Locked|\.(?:txt|csv)$/.test(name)).length);
  await signInByCall(api, 'admin');
  await decide(api, id, { status: 'APPROVED' });
  await requireOk(await api.post('/api/auth/logout'));
  return id;
};
