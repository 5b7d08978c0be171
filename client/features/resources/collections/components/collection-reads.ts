import { getCollection, listCollections } from '#client/features/resources/collections/api.ts';
import { read } from '#client/kit/data/query.ts';

export function collectionRead(id: string) {
  return read(getCollection, { params: { id } });
}
export function collectionsRead(username: string) {
  return read(listCollections, { params: { username } });
}
