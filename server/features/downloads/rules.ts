// Pure functions for downloads. No I/O.
import { createHash } from 'node:crypto';
import { filePath, selectionId } from '#contract/downloads/api.ts';
import { TICKET_FIRST_USE_SECONDS, TICKET_RESUME_SECONDS } from '#contract/downloads/limits.ts';
import { uuid } from '#contract/http.ts';
import { parseDirectDownload } from '#contract/paths.ts';
import { safeFileName } from '#server/kit/http/attachment-name.ts';
import { mayUsePremium, type Viewer } from '#server/platform/viewer.ts';

/** How a download proceeds: via the ad page or directly. If it is refused, the error code of the refusal. */
export type DownloadMethod = 'ads' | 'direct' | 'PREMIUM_SIGN_IN' | 'PREMIUM_REQUIRED';

/**
 * How a viewer may download a resource they can see (specification, sections 4 and 6). Creators may download their own premium
 * resources; the role LEAKER alone does not include Premium.
 */
export function decideMethod(
  resource: { isPremium: boolean; authorId: string },
  viewer: Viewer | null,
): DownloadMethod {
  if (mayUsePremium(viewer)) return 'direct';
  if (!resource.isPremium) return 'ads';
  if (viewer === null) return 'PREMIUM_SIGN_IN';
  return viewer.id === resource.authorId ? 'direct' : 'PREMIUM_REQUIRED';
}

/** Whether a request for a direct URL is granted. Treats every resource as Premium, so that direct URLs never bypass the ads. */
export function decideDirectMethod(
  resource: { isPremium: boolean; authorId: string },
  viewer: Viewer | null,
): Exclude<DownloadMethod, 'ads'> {
  return decideMethod({ ...resource, isPremium: true }, viewer) as Exclude<DownloadMethod, 'ads'>;
}

/** Whether a ticket is valid: for 10 minutes after it is issued, or for 24 hours after its first use (product.md DL-5). */
export function ticketIsOpen(ticket: { issuedAt: Date; firstUsedAt: Date | null }, now: Date): boolean {
  const [from, seconds] = ticket.firstUsedAt
    ? [ticket.firstUsedAt, TICKET_RESUME_SECONDS]
    : [ticket.issuedAt, TICKET_FIRST_USE_SECONDS];
  return now.getTime() < from.getTime() + seconds * 1000;
}

/** One file of a resource, a folder (with a trailing slash), a selection, a version (`v2`), or the whole resource. */
export type DownloadTarget = { id: string; file?: string | undefined; selection?: string | undefined };

/** The target that a ticket is valid for, as text of bounded length; `*` is the ZIP of everything. */
export function claimOf({ file, selection }: DownloadTarget): string {
  if (selection !== undefined) return `selection ${selection}`;
  return file === undefined ? '*' : createHash('sha256').update(file).digest('base64url');
}

/**
 * Parses the ad page's `destination`. Null unless it is a download on this site. The URL itself is never followed; only its id
 * and target are used (product.md DL-3).
 */
export function readDestination(destination: string): DownloadTarget | null {
  const parsed = parseDirectDownload(destination);
  if (!parsed || !uuid.safeParse(parsed.id).success) return null;
  const { file, selection } = parsed;
  if (file !== undefined && (selection !== undefined || !filePath.safeParse(file).success)) return null;
  if (selection !== undefined && !selectionId.safeParse(selection).success) return null;
  return parsed;
}

/** The number of the version that a selection stands for, such as 2 for `v2`; null for a choice of files. */
export function versionOfSelection(selection: string | undefined): number | null {
  const digits = /^v(\d{1,6})$/.exec(selection ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** How long a selection is kept after its last use. This is longer than any ticket for it stays valid. */
export const SELECTION_KEPT_MS = 7 * 86_400_000;

/** Folders above a path, each with a trailing slash. For "a/b/c.mov" these are "a/" and "a/b/", and for "a/b/" only "a/". */
const foldersAbove = (path: string): string[] => {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1 && at < path.length - 1; at = path.indexOf('/', at + 1)) {
    folders.push(path.slice(0, at + 1));
  }
  return folders;
};

/** Minimal form of a selection: sorted, unique paths, none of them inside another selected folder. */
export function minimalPaths(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return [...all].filter((path) => !foldersAbove(path).some((folder) => all.has(folder))).sort();
}

/** The root as a folder. No file has this path. */
export const EVERYTHING = '/';

export type GivenChoice = { all?: true | undefined; paths: string[]; except?: string[] | undefined };
type Chosen = { paths: ReadonlySet<string>; except: ReadonlySet<string> };

export function chosenBy({ all, paths, except = [] }: GivenChoice): Chosen {
  return {
    paths: new Set(all ? [EVERYTHING, ...paths] : paths),
    except: new Set(except),
  };
}

const allAbove = (path: string): string[] => (path === EVERYTHING ? [] : [EVERYTHING, ...foldersAbove(path)]);

/** Whether a path is selected. The path's own entry decides or, if it has none, the entry of the closest folder that has one. */
export function isChosen({ paths, except }: Chosen, path: string): boolean {
  const nearest = [...allAbove(path), path].findLast((each) => paths.has(each) || except.has(each));
  return nearest !== undefined && !except.has(nearest);
}

/** Folders whose contents must be listed: selected folders with exceptions below them, and the root if everything is selected. */
export function foldersToOpen(chosen: Chosen): Set<string> {
  const folders = new Set([...chosen.except].flatMap(allAbove));
  if (chosen.paths.has(EVERYTHING)) folders.add(EVERYTHING);
  return new Set([...folders].filter((folder) => isChosen(chosen, folder)));
}

const NOT_IN_NAMES = /[/\\:*?"<>|]+/g;

/**
 * File name of an archive: "Title - author.zip", with " (selection)" or " (version 2)" added, or the folder's name for a folder.
 * The ad page's URL contains a different file name, which the specification prescribes.
 */
export function archiveName(resource: { title: string; author: string }, { file, selection }: DownloadTarget): string {
  if (file !== undefined) return `${file.split('/').at(-2)}.zip`;
  const name = `${resource.title} - ${resource.author}`.replace(NOT_IN_NAMES, '-');
  const version = versionOfSelection(selection);
  if (version !== null) return `${name} (version ${version}).zip`;
  return selection === undefined ? `${name}.zip` : `${name} (selection).zip`;
}

/** Id of a selection, derived from its content: selecting the same paths of the same resource always gives the same id. */
export function selectionIdOf(resourceId: string, paths: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([resourceId, ...paths]))
    .digest('base64url');
}

/** Length of the common parent path to strip from entry names, so that a selected folder is at the root of its archive. */
export function lengthAbove(paths: readonly string[]): number {
  const [first = '', ...others] = paths;
  const shared = foldersAbove(first).filter((folder) => others.every((path) => foldersAbove(path).includes(folder)));
  return shared.at(-1)?.length ?? 0;
}

/** File name shown on the ad page. It comes from the URL, so it is sanitised. */
export function shownFileName(given: string | undefined): string {
  return given?.trim() ? safeFileName(given) : 'your file';
}

/** Key under which a person's downloads are counted once a day (DL-8). */
export function countedPerson(caller: { viewer: Viewer | null; visitor: string }): string {
  return caller.viewer ? `u:${caller.viewer.id}` : `v:${caller.visitor}`;
}

/** Rate limit key for downloads: the user or, for visitors, the network (quality.md, "Limits against abuse"). */
export function limitedPerson(caller: { viewer: Pick<Viewer, 'id'> | null; network: string }): string {
  return caller.viewer ? `person ${caller.viewer.id}` : `network ${caller.network}`;
}
