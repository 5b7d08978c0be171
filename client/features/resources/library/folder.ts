// Folders on someone's own disk: a directory handle (File System Access) where browsers have it, else a chosen folder's files.

/** A file of the folder. `open` reads its current size and time, and rejects if the access was revoked. */
export type LocalFile = { path: string; open(): Promise<File> };

export type Folder = {
  name: string;
  /** Missing if the browser can only read the folder, and only until the page is closed. */
  handle?: FileSystemDirectoryHandle;
  /** `onSkipped` is called with each folder inside that can't be read. */
  files(onSkipped: (path: string) => void): AsyncIterable<LocalFile>;
};

type Mode = { mode: 'read' | 'readwrite' };
/** Parts of File System Access that TypeScript doesn't know. */
type Access = {
  values(): AsyncIterable<FileSystemFileHandle | FileSystemDirectoryHandle>;
  queryPermission?(mode: Mode): Promise<PermissionState>;
  requestPermission?(mode: Mode): Promise<PermissionState>;
};
type Picker = { showDirectoryPicker?(options: Mode & { id: string }): Promise<FileSystemDirectoryHandle> };

const accessOf = (handle: FileSystemDirectoryHandle) => handle as unknown as Access;

/** Files that systems and editors create for themselves. */
const HIDDEN = /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i;

/** Whether checks leave out a path, because they leave out one of its parts. */
export function isHidden(path: string): boolean {
  return path.split('/').some((part) => HIDDEN.test(part));
}

async function* walk(
  root: FileSystemDirectoryHandle,
  handle: FileSystemDirectoryHandle,
  above: string,
  onSkipped: (path: string) => void,
): AsyncGenerator<LocalFile> {
  try {
    for await (const entry of accessOf(handle).values()) {
      if (HIDDEN.test(entry.name)) continue;
      const path = above + entry.name;
      if (entry.kind === 'directory') yield* walk(root, entry, `${path}/`, onSkipped);
      else yield { path, open: () => entry.getFile() };
    }
  } catch (error) {
    if (handle === root || (await isRevoked(error, { handle: root }))) throw error;
    onSkipped(above);
  }
}

export function canPickFolders(): boolean {
  return 'showDirectoryPicker' in window;
}

/** The folder behind a handle. */
export function folderOf(handle: FileSystemDirectoryHandle): Folder {
  return { name: handle.name, handle, files: (onSkipped) => walk(handle, handle, '', onSkipped) };
}

/** Asks for a folder; null if the person cancels. Must be called from a click. */
export async function pickFolder(): Promise<Folder | null> {
  try {
    const handle = await (window as unknown as Picker).showDirectoryPicker?.({ id: 'library', mode: 'read' });
    return handle ? folderOf(handle) : null;
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null;
    throw error;
  }
}

/** The folder of an `<input webkitdirectory>`; null if it's empty. */
export function folderOfFiles(files: readonly File[]): Folder | null {
  const [name] = files[0]?.webkitRelativePath.split('/') ?? [];
  if (!name) return null;
  const shown = files.filter((file) => !isHidden(file.webkitRelativePath));
  return {
    name,
    files: async function* () {
      for (const file of shown) {
        yield { path: file.webkitRelativePath.slice(name.length + 1), open: () => Promise.resolve(file) };
      }
    },
  };
}

/** Whether the folder may be used, after asking if necessary. Asking needs a click. */
export async function mayUse({ handle }: Folder, mode: Mode['mode']): Promise<boolean> {
  if (!handle) return mode === 'read';
  const access = accessOf(handle);
  if ((await access.queryPermission?.({ mode })) === 'granted') return true;
  return (await access.requestPermission?.({ mode })) === 'granted';
}

/** Whether a reading error means that the browser no longer has access to the whole folder, not only to something inside it. */
export async function isRevoked(error: unknown, { handle }: Pick<Folder, 'handle'>): Promise<boolean> {
  if (!handle || !['NotAllowedError', 'SecurityError'].includes((error as Error).name)) return false;
  return ((await accessOf(handle).queryPermission?.({ mode: 'read' })) ?? 'granted') !== 'granted';
}
