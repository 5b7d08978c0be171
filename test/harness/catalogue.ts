// Reads the running site's content from its API, so that journeys don't depend on the demo's titles or ids.
import type { APIRequestContext } from '@playwright/test';
import type { Resource, ResourceCard, ResourceFile } from '#contract/resources/api.ts';

/** Cards of the listing, newest first unless `query` says otherwise. */
export async function listCards(api: APIRequestContext, query: Record<string, string> = {}): Promise<ResourceCard[]> {
  const answer = await api.get('/api/resources', { params: { limit: '100', ...query } });
  return ((await answer.json()) as { resources: ResourceCard[] }).resources;
}

/** Cards of the demo's resources in a category, oldest first. Journeys add, change and remove only newer ones. */
export async function demoCards(api: APIRequestContext, category: 'free' | 'premium'): Promise<ResourceCard[]> {
  const cards = await listCards(api, { category, sort: 'oldest' });
  return cards.filter(({ slug }) => slug === null);
}

export async function readResource(api: APIRequestContext, id: string): Promise<Resource> {
  return (await (await api.get(`/api/resources/${id}`)).json()) as Resource;
}

export async function listFiles(api: APIRequestContext, id: string): Promise<ResourceFile[]> {
  return ((await (await api.get(`/api/resources/${id}/files`)).json()) as { files: ResourceFile[] }).files;
}

export type Found = { card: ResourceCard; files: ResourceFile[] };

/** Demo users' free resources with at least one file in a folder and one at the root, oldest first. */
export async function* freeResources(api: APIRequestContext): AsyncGenerator<Found> {
  for (const card of await listCards(api, { category: 'free', sort: 'oldest' })) {
    if (card.slug !== null) continue;
    const files = await listFiles(api, card.id);
    if (files.some(({ name }) => name.includes('/')) && files.some(({ name }) => !name.includes('/')))
      yield { card, files };
  }
}

/**
 * The resource at this index in `freeResources`. Each journey that downloads needs its own index, because downloads of the same
 * resource from one machine count only once a day, even if they come from different browsers.
 */
export async function freeResourceAt(api: APIRequestContext, place: number): Promise<Found> {
  let index = 0;
  for await (const found of freeResources(api)) {
    if (index === place) return found;
    index += 1;
  }
  throw new Error(`The site has only ${index} free resources with folders`);
}

/** Path of a resource's first folder. */
export function folderOf(files: ResourceFile[]): string {
  const inFolder = files.find(({ name }) => name.includes('/'))?.name ?? '';
  return inFolder.slice(0, inFolder.indexOf('/'));
}
