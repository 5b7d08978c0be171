// Requests on the board whose page has a picture, as they are after its address was read.
import { randomUUID } from 'node:crypto';
import type { TestApp } from './harness.ts';

/** @returns its id */
export const addPicturedRequest = async ({ db }: Pick<TestApp, 'db'>, picture: string): Promise<string> => {
  const link = `shop.example/${randomUUID()}`;
  const { id } = await db
    .insertInto('resource_requests')
    .values({ name: 'Dusk', link, link_key: link, host: 'shop.example', og_image: picture, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
