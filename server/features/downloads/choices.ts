// Resolves what to download from a resource: one file, a folder, a selection, an earlier version or everything (product.md DL-12).

import { SELECTION_MAX_PATHS, SELECTION_TOO_LARGE } from '#contract/downloads/limits.ts';
import { findPathsIn } from '#server/features/downloads/files/queries.ts';
import { listResourceFiles } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { hit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import type { Caller } from '#server/platform/serve.ts';
import type { Deps } from '../../deps.ts';
import {
  findChosen,
  findSelection,
  findVersionFiles,
  hasAllChosen,
  keepSelection,
  measureChosen,
  touchSelection,
} from './queries.ts';
import {
  archiveName,
  chosenBy,
  claimOf,
  type DownloadTarget,
  EVERYTHING,
  foldersToOpen,
  type GivenChoice,
  isChosen,
  lengthAbove,
  limitedPerson,
  minimalPaths,
  selectionIdOf,
  versionOfSelection,
} from './rules.ts';
import type { SendableFile } from './sending.ts';

/** Minimum time between updates of a selection's `used_at`, so that not every request writes to the database. */
const TOUCH_AFTER_MS = 86_400_000;

/** Maximum number of folders to list for one selection; each one costs a query. */
const OPENED_FOLDERS_MAX = 50;

const tooLarge = () => new Problem('BAD_INPUT', { fields: { paths: SELECTION_TOO_LARGE } });

/**
 * A download target with its paths. `paths` is null for everything. `filesId` is the row of `resources` that has the files of the
 * version: the resource, or an earlier version of it.
 */
export type Choice = { wanted: DownloadTarget; version: number; filesId: string; paths: string[] | null };

/** The version that a ticket was issued for; undefined without a ticket. */
type Held = { version: number | undefined };

type ChoiceDeps = Pick<Deps, 'db' | 'limits' | 'log' | 'now'>;

/** Resolves download targets and stores selections. */
export function createChoices({ db, limits, log, now }: ChoiceDeps) {
  const pathsOf = async ({ id, file, selection }: DownloadTarget): Promise<string[] | null> => {
    if (selection === undefined) return file === undefined ? null : [file];
    if (versionOfSelection(selection) !== null) return null;
    const kept = await findSelection(db, id, selection);
    if (!kept) throw new Problem('FILE_NOT_FOUND');
    if (now().getTime() - kept.usedAt.getTime() > TOUCH_AFTER_MS) await touchSelection(db, selection, now());
    return kept.paths;
  };

  // Tickets keep to the version they were issued for, also after it was deleted, as long as its files are kept.
  const versionOf = async ({ id, selection }: DownloadTarget, current: number, held: Held) => {
    const version = versionOfSelection(selection) ?? held.version ?? current;
    if (version === current) return { version, filesId: id };
    const found = await findVersionFiles(db, id, version);
    if (!found || (found.deletedAt !== null && held.version === undefined)) throw new Problem('FILE_NOT_FOUND');
    return { version, filesId: found.filesId };
  };

  // Minimal paths of a selection. A folder with exceptions is replaced by the rest of its contents.
  // @throws Problem BAD_INPUT for too many paths, FILE_NOT_FOUND if nothing is left
  const pathsOfChoice = async (resourceId: string, given: GivenChoice): Promise<string[]> => {
    const chosen = chosenBy(given);
    const opened = foldersToOpen(chosen);
    if (opened.size > OPENED_FOLDERS_MAX) throw tooLarge();
    const paths = given.paths.filter((path) => !opened.has(path));
    // The results also include each exception and each opened folder once, and these must not count towards the limit.
    let left = SELECTION_MAX_PATHS + chosen.except.size + opened.size;
    for (const folder of opened) {
      const inside = await findPathsIn(db, resourceId, folder === EVERYTHING ? '' : folder.slice(0, -1), left + 1);
      left -= inside.length;
      if (left < 0) throw tooLarge();
      paths.push(...inside.filter((path) => !opened.has(path) && isChosen(chosen, path)));
    }
    const shortest = minimalPaths(paths);
    if (shortest.length === 0) throw new Problem('FILE_NOT_FOUND');
    if (shortest.length > SELECTION_MAX_PATHS) throw tooLarge();
    return shortest;
  };

  return {
    // Resolves a requested target; a selection with a single path becomes that path.
    // @param resource the resource of the target, with the number of its current version
    // @throws Problem FILE_NOT_FOUND if the selection or version is unknown, or any part of it no longer exists
    async find(
      asked: DownloadTarget,
      resource: { version: number },
      held: Held = { version: undefined },
    ): Promise<Choice> {
      const paths = await pathsOf(asked);
      const version = await versionOf(asked, resource.version, held);
      if (paths !== null && !(await hasAllChosen(db, version.filesId, paths))) throw new Problem('FILE_NOT_FOUND');
      const [only, ...others] = paths ?? [];
      const wanted = only === undefined || others.length > 0 ? asked : { id: asked.id, file: only };
      return { wanted, paths, ...version };
    },

    // What to send for a target. A single file is sent unchanged; anything else is sent as a ZIP.
    parcelOf({ wanted, filesId, paths }: Choice, resource: { title: string; author: string }): SendableFile {
      const { file } = wanted;
      if (file !== undefined && !file.endsWith('/')) return { id: filesId, file };
      const find = async () => {
        if (paths === null) return await listResourceFiles(db, filesId);
        const above = lengthAbove(paths);
        return (await findChosen(db, filesId, paths)).map((found) => ({ ...found, path: found.path.slice(above) }));
      };
      return { id: filesId, archive: { key: claimOf(wanted), name: archiveName(resource, wanted), findFiles: find } };
    },

    // Stores a selection; identical selections are stored only once.
    // @throws Problem FILE_NOT_FOUND if any path matches nothing, TOO_MANY_REQUESTS beyond the limits
    async keep(resourceId: string, given: GivenChoice, caller: Caller) {
      for (const limit of limits.selections) {
        const verdict = await hit(
          { db, log },
          `selection ${limit.windowSeconds} ${limitedPerson(caller)}`,
          limit,
          now(),
        );
        if (!verdict.allowed) {
          throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds });
        }
      }
      // Every path must exist. Only the minimal paths are measured below, because files in nested folders would otherwise count
      // twice.
      if (given.paths.length > 0 && !(await hasAllChosen(db, resourceId, [...new Set(given.paths)]))) {
        throw new Problem('FILE_NOT_FOUND');
      }
      const paths = await pathsOfChoice(resourceId, given);
      const { files, size } = await measureChosen(db, resourceId, paths);
      const selection = selectionIdOf(resourceId, paths);
      await keepSelection(db, { id: selection, resourceId, paths, now: now() });
      return { selection, fileCount: files, size };
    },
  };
}
