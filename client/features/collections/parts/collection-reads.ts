// What pages read of collections.
import { read } from '#client/kit/query.ts';
import { getCollection, listCollections } from '../api.ts';

export const collectionRead = (id: string) => read(getCollection, { params: { id } });
export const collectionsRead = (username: string) => read(listCollections, { params: { username } });
