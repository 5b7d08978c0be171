// What pages read of collections.

import { getCollection, listCollections } from '#client/features/resources/collections/api.ts';
import { read } from '#client/kit/data/query.ts';

export const collectionRead = (id: string) => read(getCollection, { params: { id } });
export const collectionsRead = (username: string) => read(listCollections, { params: { username } });
