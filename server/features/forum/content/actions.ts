// Content and pictures of posts: pictures are stored while a post is being written, and removed when no post shows them.

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
  /** Mentioned usernames that exist, in lower case. */
  mentions: string[];
  /** Publicly visible resources that the text links to, in order. */
  resourceIds: string[];
  /** File names of this site's pictures in the text. */
  pictures: string[];
  /** The first 300 characters as plain text, for lists. */
  excerpt: string;
  /** Number of links to other sites. */
  linksElsewhere: number;
};

/**
 * Maximum numbers of names and resources to look up per post. Further names stay plain text, and further links stay plain
 * links.
 */
const MOST_NAMES = 100;
const MOST_RESOURCES = 50;

/** Derives everything that is stored with a post from its Markdown, with at most two queries. */
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
    linksElsewhere: post.linksElsewhere,
  };
}

type PictureDeps = Pick<Deps, 'db' | 'now' | 'storage'> & { makePicture: ReturnType<typeof createPictureMaker> };

/** Dimensions in pixels of a picture that this site has encoded. */
const sizeOfMade = async (made: Buffer): Promise<{ width: number; height: number }> => {
  const { width, height } = await (await loadSharp())(made).metadata();
  return { width, height };
};

const TOO_MANY_PIXELS = 'This image is too large. The limit is 40 megapixels.';

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
 * Stores a picture for a post that is still being written: re-encoded, without metadata, and only the first frame of an
 * animation. The row is inserted first, so that the daily clean-up finds the file even if this process dies before the post is
 * saved.
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

/** Schedules the deletion of these pictures after the commit. Pictures that a readable post shows by then are kept. */
export async function scheduleForumPictureDeletion(trx: Deps['db'], files: readonly string[]): Promise<void> {
  if (files.length > 0) await enqueue(trx, deleteForumPictures, { files: [...files] });
}

/** Deletes up to `most` of a user's pictures that no post shows. @returns how many were found */
export async function deleteUnusedPicturesOf(
  trx: Deps['db'],
  { userId, now, most }: { userId: string; now: Date; most: number },
): Promise<number> {
  const files = await queries.claimUnusedPictures(trx, { before: now, userId, limit: most });
  await scheduleForumPictureDeletion(trx, files);
  return files.length;
}
