// Files that a person chose or dropped, folders included, each with its place in the resource.

/** `path` has `/` between its folders and no name of a disk. */
export type ChosenFile = { path: string; file: File };

/** Files of an `<input type="file">`, with folders when it chooses folders. */
export const chosenByInput = (files: FileList | null): ChosenFile[] =>
  [...(files ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

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
export const chosenByDrop = async (data: DataTransfer): Promise<{ files: ChosenFile[]; unread: string[] }> => {
  const files: ChosenFile[] = [];
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
  return { files, unread };
};
