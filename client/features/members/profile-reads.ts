import { read } from '#client/kit/data/query.ts';
import { getProfile, listProfileUploads } from './api.ts';
import type { ProfileQuery } from './profile-query.ts';

export function profileRead(username: string) {
  return read(getProfile, { params: { username } });
}

export function profileUploadsRead(username: string, { search, page }: ProfileQuery) {
  return read(listProfileUploads, {
    params: { username },
    query: { ...(search ? { search } : {}), ...(page ? { page } : {}) },
  });
}
