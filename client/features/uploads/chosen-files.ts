// Files and folders that the user chose or dropped, each file with its path within the resource.

/** `path` uses `/` and has no drive letter. Size (bytes) and modification time (ms) are read when the file is chosen. */
export type ChosenFile = { path: string; file: File; size: number; lastModified: number };

/** How long to read file sizes before letting the browser repaint. */
const SLICE_MS = 30;

/** Reading a file's size makes the browser access the disk, so sizes are read once per file, in batches. */
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

/** Files of an `<input type="file">`, with their paths if it selects folders. */
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
 * All dropped files, including those in dropped folders. `unread` lists the paths that the browser could not open, so that they
 * can be reported; the other files are kept.
 */
export async function chosenByDrop(data: DataTransfer): Promise<{ files: ChosenFile[]; unread: string[] }> {
  const files: { path: string; file: File }[] = [];
  const unread: string[] = [];
  // The browser clears the item list when the event handler returns, so read the entries before the first await.
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
