// Saves files of an asset into a folder, through an ordinary download: the same link, ticket, limits and rights.
import type { Checksum } from '#client/features/resources/checksum-lines.ts';
import type { Known } from '#client/features/resources/library/memory.ts';
import { type Comparison, localPathOf } from '#client/features/resources/library/packs.ts';
import type { Transport } from '#client/kit/data/call.ts';
import { getDownloadUrl, makeSelection } from '#client/kit/downloads/api.ts';
import { SELECTION_MAX_CHARACTERS, SELECTION_MAX_PATHS } from '#contract/downloads/limits.ts';
import { parseDirectDownload } from '#contract/paths.ts';
import { saveFile } from './local-folder.ts';
import { entriesOf, piecesOf } from './stored-zip.ts';

export type Saved = { name: string; path: string; known: Known };

/** Splits files into selections that the site accepts. */
export function partsOf(files: readonly Checksum[]): Checksum[][] {
  const parts: Checksum[][] = [];
  let characters = 0;
  for (const file of files) {
    const last = parts.at(-1);
    const isFull =
      !last || last.length >= SELECTION_MAX_PATHS || characters + file.name.length > SELECTION_MAX_CHARACTERS;
    if (isFull) parts.push([file]);
    else last.push(file);
    characters = isFull ? file.name.length : characters + file.name.length;
  }
  return parts;
}

/** The files of the next ordinary download: all of them as the whole asset, or as many as a selection may have. */
export function nextDownloadOf({ present, differing, missing }: Comparison): { files: Checksum[]; isWhole: boolean } {
  const lacking = [...differing, ...missing];
  // The whole asset needs no selection.
  if (present === 0) return { files: lacking, isWhole: true };
  return { files: partsOf(lacking)[0] ?? [], isWhole: false };
}

const linkFor = async (transport: Transport, id: string, names: string[]): Promise<string> => {
  const [only, ...others] = names;
  const select = async () => (await makeSelection(transport, { params: { id }, body: { paths: names } })).selection;
  const query = only !== undefined && others.length === 0 ? { file: only } : { selection: await select() };
  const { downloadUrl } = await getDownloadUrl(transport, { params: { id }, query });
  const url = new URL(downloadUrl, window.location.href);
  const isDirect = url.origin === window.location.origin && parseDirectDownload(url.pathname + url.search);
  // The site wants the person to open a page first, such as the one with an advertisement.
  if (!isDirect) throw new Error('Open the download first: this asset can’t be saved directly.');
  return url.pathname + url.search;
};

/**
 * Saves the wanted files below `base`, each verified before it appears. Stops at the first file that fails; those before it are kept, so
 * the next attempt only needs the rest.
 * @throws CallError, or an Error with a sentence
 */
export async function saveFiles({
  transport,
  root,
  base,
  id,
  files,
  signal,
  onWritten,
  onSaved,
}: {
  transport: Transport;
  root: FileSystemDirectoryHandle;
  base: string;
  id: string;
  files: readonly Checksum[];
  signal: AbortSignal;
  onWritten(bytes: number): void;
  onSaved(saved: Saved): void;
}): Promise<void> {
  const save = async ({ name, sha256 }: Checksum, content: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
    try {
      onSaved({ name, ...(await saveFile(root, localPathOf(base, name), content, sha256, onWritten)) });
    } catch (error) {
      signal.throwIfAborted();
      throw new Error(`${name} could not be saved. ${(error as Error).message}`);
    }
  };
  for (const part of partsOf(files)) {
    // The site's ZIPs are in this order, whatever it had to change in the names.
    const wanted = part.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
    const answer = await fetch(
      await linkFor(
        transport,
        id,
        wanted.map(({ name }) => name),
      ),
      { signal },
    );
    if (!answer.ok || !answer.body) throw new Error('The files could not be downloaded. Please try again.');
    const body = answer.body as ReadableStream<Uint8Array<ArrayBuffer>>;
    const [only, ...others] = wanted;
    if (only && others.length === 0) {
      await save(only, piecesOf(body));
      continue;
    }
    const rest = [...wanted];
    for await (const entry of entriesOf(body)) {
      const file = rest.shift();
      if (!file) break;
      await save(file, entry.content());
    }
    if (rest.length > 0) throw new Error('The download ended early. Please try again.');
  }
}
