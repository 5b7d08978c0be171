// Files that a person chose or dropped, folders included, each with its place in the resource.

/** `path` has `/` between its folders and no name of a disk. Bytes and time (ms) are as they were when it was chosen. */
export type ChosenFile = { path: string; file: File; size: number; lastModified: number };

/** How long files are looked at before the page may draw again. */
const SLICE_MS = 30;

/** Browsers look at the disk each time a file is asked for its size: it is asked once, and not for all in one go. */
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

/** Files of an `<input type="file">`, with folders when it chooses folders. */
export function chosenByInput(files: FileList | null): Promise<ChosenFile[]> {
  return lookAt([...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** A folder tells its content in portions, an empty one at the end. */
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
 * Everything that was dropped, folders walked through. `unread` are the names that the browser could not open: they are
 * told, the others are taken.
 */
export async function chosenByDrop(data: DataTransfer): Promise<{ files: ChosenFile[]; unread: string[] }> {
  const files: { path: string; file: File }[] = [];
  const unread: string[] = [];
  // The items are empty as soon as the event is over, so the entries are taken before anything is waited for.
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
