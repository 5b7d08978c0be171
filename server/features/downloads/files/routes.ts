import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { FOLDER_ENTRIES_PER_PAGE, TEXT_MAX_BYTES } from '#contract/downloads/limits.ts';
import * as contract from '#contract/resources/api.ts';
import { LISTING_FETCH_LIMIT, PREMIUM_FONT_SIZE } from '#contract/resources/limits.ts';
import type { Deps } from '#server/deps.ts';
import { findFile, findFilesVersion } from '#server/features/downloads/queries.ts';
import { decideMethod, limitedPerson } from '#server/features/downloads/rules.ts';
import { findVisible, readResourcePage } from '#server/features/resources/public.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { pageThrough } from '#server/kit/http/csv.ts';
import { readSearch } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { isUnchanged } from '#server/kit/http/range.ts';
import { sendText } from '#server/kit/http/send-text.ts';
import { FONTS, isText, MAX_FONT_BYTES } from '#server/kit/media/file-kind.ts';
import { programsOf } from '#server/kit/media/file-tools.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { mayUsePremium, type Viewer } from '#server/platform/viewer.ts';
import { createLargeListings } from './large-listings.ts';
import { comparePaths, type FileRights, presentFile, presentFolder } from './presenting.ts';
import * as queries from './queries.ts';
import { checksumLine, isOpenText, readAsText } from './rules.ts';

const PLAIN = 'text/plain; charset=utf-8';
const CHECKSUMS_CACHING = 'private, no-cache';
/** What the site cannot show without a program. */
const LACKING = {
  stills: null,
  media: null,
  sevenZip: 'This site can’t list the contents of 7z archives at the moment.',
  pdf: 'This site can’t show PDFs at the moment.',
};
/** Lines per chunk of the response. */
const LINES_A_PIECE = 500;

const inPieces = async function* (lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  for await (const line of lines) {
    if (piece.push(line) < LINES_A_PIECE) continue;
    yield piece.join('');
    piece = [];
  }
  yield piece.join('');
};

/** What a viewer may do with the files of a resource they can see. */
const rightsOf = (resource: { isPremium: boolean; authorId: string }, viewer: Viewer | null): FileRights => {
  const method = decideMethod(resource, viewer);
  return { seesAds: !mayUsePremium(viewer), mayDownload: method === 'ads' || method === 'direct' };
};

const etagOf = (version: string): string =>
  `"${createHash('sha256').update(version).digest('base64url').slice(0, 22)}"`;

export function fileRoutes(deps: Deps): Route[] {
  const { db, storage } = deps;
  const inTurn = createLargeListings(deps);

  /** Recently drawn words, by a hash of font and text. */
  const drawn = new LRUCache<string, Buffer>({
    max: 500,
    maxSize: 20_000_000,
    sizeCalculation: ({ length }) => length,
  });

  const listFolder = async (id: string, folder: string, page: ReturnType<typeof readResourcePage>) => {
    const { entries, folders, ...listed } = await queries.listFolder(db, id, folder, page);
    if (listed.fileCount === 0 && folder !== '') throw new Problem('FOLDER_NOT_FOUND');
    return {
      ...listed,
      folders: folders.map((row) => presentFolder(folder, row)),
      pagination: paginate(entries, page),
    };
  };

  // Flat list of all files. Files are divided into pages in index order, then sorted in natural order within each page.
  const listFlat = async (
    row: { id: string; fileCount: number; fileSize: number },
    sought: { folder: string | undefined; search: string | undefined; isReversed: boolean },
    page: ReturnType<typeof readResourcePage>,
  ) => {
    const direction = sought.isReversed ? 'desc' : 'asc';
    const files = await queries.findFilesOf(db, row.id, page, { ...sought, direction });
    files.sort((a, b) => comparePaths(a.path, b.path));
    if (sought.isReversed) files.reverse();
    const isWhole = !sought.folder && sought.search === undefined;
    const { fileCount, size } = isWhole
      ? { fileCount: row.fileCount, size: row.fileSize }
      : await queries.sumFilesOf(db, row.id, sought);
    return { files, folders: [], fileCount, size, pagination: paginate(fileCount, page) };
  };

  const readBytes = async (key: string, size: number, crc32: number): Promise<Uint8Array> => {
    const file = await storage.open(key, crc32).catch((error: unknown) => {
      throw error instanceof FileMissing ? new Problem('FILE_MISSING') : error;
    });
    try {
      const bytes = new Uint8Array(size);
      let at = 0;
      while (at < size) {
        const count = await file.read(bytes.subarray(at), at);
        if (count === 0) throw new Problem('FILE_MISSING');
        at += count;
      }
      return bytes;
    } finally {
      await file.close();
    }
  };

  return [
    answer(contract.listResourceFiles, async (call) => {
      const { params, query, viewer, setHeader } = call;
      const row = await findVisible(deps, params, viewer);
      const { folder, sort } = query;
      const search = readSearch(query.search);
      const isFlat = folder === undefined || search !== undefined || sort !== undefined;
      const page = readResourcePage(query, isFlat ? LISTING_FETCH_LIMIT : FOLDER_ENTRIES_PER_PAGE);
      const listing = await inTurn(row, call, () =>
        isFlat
          ? listFlat(row, { folder, search, isReversed: sort === 'oldest' }, page)
          : listFolder(row.id, folder, page),
      );
      setHeader('x-total-count', String(listing.pagination.total));
      const rights = rightsOf(row, viewer);
      const paths = listing.files.map(({ path }) => path);
      const shown = await queries.findShownFiles(db, row.id, paths);
      const files = listing.files.map((file) => presentFile(row.id, file, shown.get(file.path), rights));
      return { ...listing, files };
    }),

    answer(contract.getStage, async ({ params, query, viewer }) => {
      const resource = await findVisible(deps, params, viewer);
      const { id } = resource;
      const asked = query.file === undefined ? undefined : await findFile(db, id, query.file);
      const row = asked
        ? { ...asked, ...(await queries.findShownFiles(db, id, [asked.path])).get(asked.path) }
        : await queries.findFirstShown(db, id);
      const shown = row && { mediaType: row.mediaType ?? null, facts: row.facts ?? {}, preview: row.preview ?? null };
      const file = row ? presentFile(id, row, shown, rightsOf(resource, viewer)) : null;
      if (file?.preview) return { file, state: 'ready' as const, reason: null };
      const unmade = await queries.findUntried(db, id, asked?.path);
      const has = { stills: true, ...programsOf(deps) };
      const kinds = ['stills', 'media', 'sevenZip', 'pdf'] as const;
      if (unmade.isAwaited && kinds.some((kind) => unmade[kind] && has[kind]))
        return { file, state: 'making' as const, reason: null };
      const reason = asked ? await queries.findReason(db, id, asked.path) : null;
      const lacking = kinds.find((kind) => unmade[kind] && !has[kind]);
      // Only the frames of a sequence wait for ffmpeg although they are pictures.
      if (lacking || (unmade.stills && !has.media))
        return { file, state: 'no-tools' as const, reason: reason ?? LACKING[lacking ?? 'media'] };
      return { file, state: 'none' as const, reason };
    }),

    answerExchange(contract.listChecksums, async (call, { request, reply }) => {
      const { id } = await findVisible(deps, call.params, call.viewer);
      await requireWithinLimit(deps, `checksums ${limitedPerson(call)}`, deps.limits.checksums, deps.now());
      // Read the version before the files. If the files change while they are sent, the response has the old ETag, so it is
      // fetched again.
      const etag = etagOf(await findFilesVersion(db, id));
      reply.header('etag', etag);
      if (isUnchanged(request.headers, { etag })) {
        await reply.header('cache-control', CHECKSUMS_CACHING).code(304).send();
        return undefined;
      }
      const files = pageThrough<queries.ListedFileRow>((last, limit) =>
        queries.findFilesAfter(db, id, last?.path ?? '', limit),
      );
      const lines = (async function* () {
        for await (const file of files) yield checksumLine(file);
      })();
      return sendText(reply, inPieces(lines), { type: PLAIN, name: 'SHA256SUMS', caching: CHECKSUMS_CACHING });
    }),

    answerExchange(contract.drawWords, async (call, { reply }) => {
      const { params, body, viewer } = call;
      const { id, isPremium } = await findVisible(deps, params, viewer);
      const file = await findFile(db, id, body.file);
      if (!file || !FONTS.includes(file.mediaType ?? '') || file.size > MAX_FONT_BYTES)
        throw new Problem('FILE_NOT_FOUND');
      const em = isPremium ? Math.min(PREMIUM_FONT_SIZE, body.size) : body.size;
      const key = createHash('sha256').update(`${file.sha256} ${em} ${body.text}`).digest('base64url');
      let words = drawn.get(key);
      if (!words) {
        await requireWithinLimit(deps, `font words ${limitedPerson(call)}`, deps.limits.fontWords, deps.now());
        const font = await readBytes(file.storageKey, file.size, file.crc32);
        words = await deps.pictures.drawWords(font, body.text, em).catch((error: unknown) => {
          throw error instanceof ImageRefused ? new Problem('WORDS_NOT_DRAWN') : error;
        });
        drawn.set(key, words);
      }
      reply.type('image/webp').header('cache-control', 'private, no-store').send(words);
      return undefined;
    }),

    answerExchange(contract.readText, async ({ params, query, viewer }, { reply }) => {
      const resource = await findVisible(deps, params, viewer);
      const file = await findFile(db, resource.id, query.file);
      const isOpen = file && isOpenText(file);
      const isReadable = isOpen || (isText(file?.mediaType ?? null) && rightsOf(resource, viewer).mayDownload);
      if (!file || !isReadable) throw new Problem('README_NOT_FOUND');
      const size = isOpen ? file.size : Math.min(file.size, TEXT_MAX_BYTES);
      const text = readAsText(await readBytes(file.storageKey, size, file.crc32));
      if (text === null) throw new Problem('README_NOT_FOUND');
      if (size < file.size) reply.header('x-truncated', 'true');
      reply
        .header('content-type', PLAIN)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "sandbox; default-src 'none'")
        .header('cache-control', 'private, no-cache')
        .send(text);
      return undefined;
    }),
  ];
}
