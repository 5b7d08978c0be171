// Files the user chose or dropped, including folders, each with its path in the resource.

/** `path` uses `/` and no drive name. Size (bytes) and time (ms) are as of when the file was chosen. */
export type ChosenFile = { path: string; file: File; size: number; lastModified: number };

/** How long files are read before yielding to the browser for a repaint. */
const SLICE_MS = 30;

/** Reading a file's size makes browsers access the disk, so each size is read once and in slices. */
const lookAt = async (found: readonly { path: string; file: File }[]): Promise<ChosenFile[]> => {
  const chosen: ChosenFile[] = [];
  let began = performance.now();
  for (const { path, file } of found) {
    chosen.push({ path, file, size: file.size, lastModified: file.lastModified });
    if (performance.now() - began < SLICE_MS) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  return chosen;
};

/** Files of an `<input type="file">`, including folders if it selects folders. */
export function chosenByInput(files: FileList | null): Promise<ChosenFile[]> {
  return lookAt([...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A directory reader returns its entries in batches, ending with an empty one. */
const contentOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
};

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/**
 * All dropped files, with folders walked recursively. `unread` lists the paths the browser could not open, so they can be
 * reported; the others are kept.
 */
export async function chosenByDrop(data: DataTransfer): Promise<{ files: ChosenFile[]; unread: string[] }> {
  const files: { path: string; file: File }[] = [];
  const unread: string[] = [];
  // The item list is cleared once the event handler returns, so take the entries before the first await.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const walk = async (entry: FileSystemEntry, above: string): Promise<void> => {
    const path = above + entry.name;
    try {
      if (isFile(entry)) files.push({ path, file: await fileOf(entry) });
      else if (isFolder(entry)) for (const inner of await contentOf(entry)) await walk(inner, `${path}/`);
    } catch {
      unread.push(path);
    }
  };
  for (const entry of entries) await walk(entry, '');
  return { files: await lookAt(files), unread };
}
