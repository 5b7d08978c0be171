// What the page of a profile reads.
import { read } from '#client/kit/data/query.ts';
import { getProfile, listProfileUploads } from './api.ts';
import type { ProfileQuery } from './profile-query.ts';

export const profileRead = (username: string) => read(getProfile, { params: { username } });

export const uploadsRead = (username: string, { search, page }: ProfileQuery) =>
  read(listProfileUploads, {
    params: { username },
    query: { ...(search ? { search } : {}), ...(page ? { page } : {}) },
  });
