// What a post is made of, and its pictures: kept while it is being written, removed when nobody shows them.

import { POST_CARDS_MAX, POST_MENTIONS_MAX } from '#contract/forum/limits.ts';
import { NOT_AN_IMAGE } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { RENDERER, readPost } from '#server/features/forum/write/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { loadSharp } from '#server/kit/media/loaded-sharp.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { deleteForumPictures } from './jobs.ts';
import * as queries from './queries.ts';
import { newPostPictureFile, POST_PICTURE_SIZE, postPictureKey } from './rules.ts';

export type PreparedContent = {
  html: string;
  renderer: number;
  /** Usernames that it mentions and that are somebody's, in lower case. */
  mentions: string[];
  /** Resources that the text links to, in order, those that everybody may see. */
  resourceIds: string[];
  /** File names of pictures of this site that the text shows. */
  pictures: string[];
  /** The first 300 characters as plain words, for lists. */
  excerpt: string;
};

/** Names and resources that are looked up of one text: more are words and links. */
const MOST_NAMES = 100;
const MOST_RESOURCES = 50;

/** Reads what a post is made of from its Markdown, when it is written: two statements at most. */
export async function prepareContent(deps: Pick<Deps, 'db' | 'publicUrl'>, content: string): Promise<PreparedContent> {
  const { resources, ...post } = readPost(content, deps.publicUrl());
  const looked = resources.slice(0, MOST_RESOURCES);
  const [known, linked] = await Promise.all([
    queries.findNames(deps.db, post.names.slice(0, MOST_NAMES)),
    queries.findLinked(deps.db, {
      ids: looked.flatMap((name) => ('id' in name ? name.id : [])),
      slugs: looked.flatMap((name) => ('slug' in name ? name.slug : [])),
    }),
  ]);
  const mentions = post.names.filter((name) => known.has(name)).slice(0, POST_MENTIONS_MAX);
  const resourceIds = looked.flatMap(
    (name) => linked.find((row) => ('id' in name ? row.id === name.id : row.slug === name.slug))?.id ?? [],
  );
  return {
    html: post.toHtml(mentions),
    renderer: RENDERER,
    mentions,
    resourceIds: [...new Set(resourceIds)].slice(0, POST_CARDS_MAX),
    pictures: post.pictures,
    excerpt: post.excerpt,
  };
}

type PictureDeps = Pick<Deps, 'db' | 'now' | 'storage'> & { makePicture: ReturnType<typeof createPictureMaker> };

/** Pixels of a picture that this site has made itself. */
const sizeOfMade = async (made: Buffer): Promise<{ width: number; height: number }> => {
  const { width, height } = await (await loadSharp())(made).metadata();
  return { width, height };
};

const TOO_MANY_PIXELS = 'This picture is too large: at most 40 megapixels.';

const make = async ({ makePicture }: PictureDeps, sent: Buffer): Promise<Buffer> => {
  try {
    return await makePicture(sent, POST_PICTURE_SIZE);
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error;
    const message = error.reason === 'pixels' ? TOO_MANY_PIXELS : NOT_AN_IMAGE;
    throw new Problem('NOT_AN_IMAGE', { message, fields: { picture: message } });
  }
};

/**
 * Keeps a picture for a post that somebody writes: its pixels alone, of an animation the first. Its row comes first, so that
 * the sweep finds it should this process die before the post is there.
 * @throws Problem NOT_AN_IMAGE, STORAGE_FULL
 */
export async function addPicture(
  deps: PictureDeps,
  userId: string,
  sent: Buffer,
): Promise<{ file: string; width: number; height: number }> {
  const body = await make(deps, sent);
  const size = await sizeOfMade(body);
  const file = newPostPictureFile(userId, size);
  await queries.insertPicture(deps.db, { file, userId, now: deps.now() });
  try {
    await deps.storage.put(postPictureKey(file) ?? '', body);
  } catch (error) {
    await queries.deleteUnusedPictures(deps.db, [file]);
    throw error instanceof StorageFull ? new Problem('STORAGE_FULL') : error;
  }
  return { file, ...size };
}

/** Removes these pictures once the transaction has committed, unless a post that can be read shows them then. */
export async function scheduleForumPictureDeletion(trx: Deps['db'], files: readonly string[]): Promise<void> {
  if (files.length > 0) await enqueue(trx, deleteForumPictures, { files: [...files] });
}

/** Removes some of somebody's pictures that no post shows. @returns how many there were */
export async function deleteUnusedPicturesOf(
  trx: Deps['db'],
  { userId, now, most }: { userId: string; now: Date; most: number },
): Promise<number> {
  const files = await queries.claimUnusedPictures(trx, { before: now, userId, limit: most });
  await scheduleForumPictureDeletion(trx, files);
  return files.length;
}
