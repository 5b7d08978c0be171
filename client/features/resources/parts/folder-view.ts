// Folders of a resource. Files carry whole paths; what one folder shows is derived here (specification, section 3).

type StoredFile = { name: string; size: number; sha256: string };

export type FolderEntry = { name: string; path: string; items: number; size: number };
/** `path` is the name that calls use; `name` is its last part. */
export type FileEntry = { name: string; path: string; size: number; sha256: string };

export type FolderView = {
  /** From the root, whose path is empty, to the folder itself. */
  crumbs: { name: string; path: string }[];
  folders: FolderEntry[];
  files: FileEntry[];
  items: number;
  /** Bytes of everything beneath the folder. */
  size: number;
  /** False for a folder that no file lies in. The root always exists. */
  exists: boolean;
};

const natural = new Intl.Collator('en', { numeric: true });

const byName = (left: { name: string }, right: { name: string }): number => natural.compare(left.name, right.name);

const crumbsOf = (folder: string): FolderView['crumbs'] => {
  const crumbs = [{ name: 'Root', path: '' }];
  const parts = folder ? folder.split('/') : [];
  for (const [index, name] of parts.entries()) crumbs.push({ name, path: parts.slice(0, index + 1).join('/') });
  return crumbs;
};

/** What stands in `folder` ("" is the root): folders, then files, each in natural order of their names. */
export const folderView = (files: readonly StoredFile[], folder: string): FolderView => {
  const prefix = folder ? `${folder}/` : '';
  const folders = new Map<string, FolderEntry & { children: Set<string> }>();
  const own: FileEntry[] = [];
  let size = 0;
  for (const file of files) {
    if (!file.name.startsWith(prefix)) continue;
    const rest = file.name.slice(prefix.length);
    const [name = '', child] = rest.split('/', 2);
    size += file.size;
    if (child === undefined) {
      own.push({ name, path: file.name, size: file.size, sha256: file.sha256 });
      continue;
    }
    const entry = folders.get(name) ?? { name, path: prefix + name, items: 0, size: 0, children: new Set() };
    entry.size += file.size;
    entry.children.add(child);
    folders.set(name, entry);
  }
  const inside = [...folders.values()].map(({ children, ...entry }) => ({ ...entry, items: children.size }));
  return {
    crumbs: crumbsOf(folder),
    folders: inside.sort(byName),
    files: own.sort(byName),
    items: inside.length + own.length,
    size,
    exists: folder === '' || inside.length + own.length > 0,
  };
};

/** The kind of a file as the list shows it: its extension in capitals, "FILE" without a short one. */
export const fileKind = (name: string): string => /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toUpperCase() ?? 'FILE';
