// Provides the content of share images and the images themselves, which are drawn on first request and then stored.

import { LRUCache } from 'lru-cache';
import {
  collectionCardOf,
  pageCard,
  pageCards,
  profileCardOf,
  resourceCardOf,
  type ShareCard,
  type ShareCardKind,
  shareCardVersion,
  threadCardOf,
} from '#contract/seo/og-images.ts';
import type { Deps } from '#server/deps.ts';
import { presentAuthor } from '#server/features/forum/public.ts';
import { findCollection, thumbnailUrl } from '#server/features/resources/public.ts';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import type { SiteSettings } from '#server/platform/settings.ts';
import type { createDrawing } from './drawing.ts';
import * as queries from './queries.ts';
import { cardKey, cardPictureKeys } from './rules.ts';

const MOST_WAITING = 6;
/** How long to wait before retrying an image that could not be drawn. */
const FAILED_MS = 600_000;
const FAILED_KEPT = 1000;

type CardDeps = Pick<Deps, 'db' | 'now' | 'storage' | 'log'> & { draw: ReturnType<typeof createDrawing> };

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Content of a share image; null if the subject does not exist or is not public. */
export async function findCard(
  { db, now }: Pick<CardDeps, 'db' | 'now'>,
  kind: ShareCardKind,
  id: string,
): Promise<ShareCard | null> {
  if (kind === 'page') return Object.hasOwn(pageCards, id) ? pageCard(id) : null;
  if (!ID.test(id)) return null;
  if (kind === 'resource') {
    const row = await queries.findResourceToShow(db, id);
    return row ? resourceCardOf({ ...row, thumbnailUrl: thumbnailUrl(row.thumbnailKey, 1280) }) : null;
  }
  if (kind === 'profile') {
    const row = await queries.findPersonToShow(db, id, now());
    return row ? profileCardOf({ ...row, avatar: pictureUrl(row.avatar, 'avatar') }) : null;
  }
  if (kind === 'collection') {
    const row = await findCollection(db, id, null, now());
    return row ? collectionCardOf({ ...row, covers: row.covers.map((key) => thumbnailUrl(key, 1280)) }) : null;
  }
  const row = await queries.findThreadToShow(db, id, now());
  if (!row) return null;
  const { title, author, category, subcategory } = row;
  const place = { category: { name: category }, subCategory: { name: subcategory } };
  return threadCardOf({ id, title, author: presentAuthor(author), ...place });
}

const readStored = async (storage: Deps['storage'], key: string): Promise<Buffer | null> => {
  try {
    const file = await storage.open(key);
    try {
      const body = Buffer.allocUnsafe(file.size);
      return body.subarray(0, await file.read(body, 0));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
};

/** Draws one image at a time. A few requests can wait; any further requests get the built-in image. */
export function createCards(deps: CardDeps) {
  const takeTurn = createSemaphore({ atOnce: 1, waiting: MOST_WAITING });
  const running = new Map<string, Promise<Buffer | null>>();
  const failed = new LRUCache<string, true>({ max: FAILED_KEPT, ttl: FAILED_MS });

  const findPicture = async (card: ShareCard): Promise<Buffer | null> => {
    for (const key of cardPictureKeys(card.picture)) {
      const picture = await readStored(deps.storage, key);
      if (picture) return picture;
    }
    return null;
  };

  // An image that cannot be stored is still sent.
  const keep = async (drawn: queries.DrawnCard, body: Buffer): Promise<void> => {
    try {
      await queries.noteDrawn(deps.db, drawn, deps.now());
      await deps.storage.put(cardKey(drawn), body);
    } catch (error) {
      deps.log.warn({ err: error, ...drawn }, 'could not store a share image');
    }
  };

  const make = async (card: ShareCard, drawn: queries.DrawnCard, site: SiteSettings): Promise<Buffer | null> => {
    const endTurn = await takeTurn();
    if (!endTurn) return null;
    try {
      const { title, over, by, marks, isPremium, kind } = card;
      const words = { title, over, by, marks, isPremium, siteName: site.siteName, accent: site.accentColor };
      const body = await deps.draw({ ...words, isRound: kind === 'profile' }, await findPicture(card));
      if (body) await keep(drawn, body);
      else failed.set(cardKey(drawn), true);
      return body;
    } finally {
      endTurn();
    }
  };

  // Returns the image of a card as JPEG; null if it is not available right now.
  return async (card: ShareCard, site: SiteSettings): Promise<Buffer | null> => {
    const drawn = { kind: card.kind, subject: card.id, version: shareCardVersion(site, card) };
    const key = cardKey(drawn);
    const kept = await readStored(deps.storage, key);
    if (kept || failed.has(key)) return kept;
    const making = running.get(key) ?? make(card, drawn, site).finally(() => running.delete(key));
    running.set(key, making);
    return making;
  };
}
