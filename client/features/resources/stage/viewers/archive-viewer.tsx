import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { filesOf } from '#client/features/resources/components/files/folder-view.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { ARCHIVE_NAMES_MAX, type ArchivedEntry } from '#contract/resources/archives.ts';
import { FailedView } from '../failed-view.tsx';
import type { ViewerProps } from '../view-kind.ts';
import { type ArchivedFile, folderAt, sortedIn, treeOf } from './archive-tree.ts';
import { Controls, useStill } from './still-viewers.tsx';
import { readJson, useFetched } from './use-fetched.ts';
import './viewers.css';

type Preview = ViewerProps<'archive'>['preview'];

/** Rows shown at first, and with each press of "Show more". */
const ROWS = 200;

const notesOf = ({ isLocked, isDamaged, isSuspicious, cut, kinds }: Preview): string[] =>
  [
    isSuspicious && 'Suspiciously packed: unpacking it takes far more space than its own size.',
    isLocked && 'Its files need a password.',
    isDamaged && 'This archive is damaged. The list ends where it breaks off.',
    cut === 'names' && `The first ${ARCHIVE_NAMES_MAX.toLocaleString('en')} names.`,
    cut === 'length' && 'The beginning of a very long archive.',
    kinds.some(({ kind }) => kind === 'archives') && 'Archives inside it are not opened.',
  ].filter((note) => note !== false);

const FileLine = ({ file: { name, size, mark } }: { file: ArchivedFile }) => (
  <li className="contents-row">
    <Icon name="file" small className="text-muted" />
    <span className={mark === 'unsafe' ? 'wrap-anywhere text-clip' : 'wrap-anywhere'}>
      {name}
      {mark === 'unsafe' && <b> leads out of its folder</b>}
      {mark === 'link' && <span className="text-muted"> link</span>}
    </span>
    <span className="mono ml-auto flex-none text-muted">{mark === 'link' ? '' : formatBytes(size)}</span>
  </li>
);

/** Moves the focus between the rows that can be pressed. */
const moveFocus = (event: KeyboardEvent<HTMLElement>): void => {
  const steps = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (steps === 0 || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  buttons[buttons.indexOf(event.target) + steps]?.focus();
};

const Contents = ({ entries, title }: { entries: readonly ArchivedEntry[]; title: string }) => {
  const root = useMemo(() => treeOf(entries), [entries]);
  const [path, setPath] = useState<readonly string[]>([]);
  const [search, setSearch] = useState('');
  const [rows, setRows] = useState(ROWS);
  const box = useRef<HTMLElement>(null);
  const words = search.trim().toLowerCase();
  const { folders, files } = useMemo(() => {
    if (words === '') return sortedIn(folderAt(root, path));
    const found = entries.filter(([name]) => !name.endsWith('/') && name.toLowerCase().includes(words));
    return { folders: [], files: found.map(([name, size, mark]) => ({ name, size, mark })) };
  }, [root, entries, path, words]);
  const open = (to: readonly string[]): void => {
    setPath(to);
    setRows(ROWS);
    setSearch('');
    // The pressed button disappears.
    box.current?.focus({ preventScroll: true });
    box.current?.scrollTo({ top: 0 });
  };
  const shownFiles = files.slice(0, Math.max(0, rows - folders.length));
  const left = folders.length + files.length - rows;
  return (
    <>
      <div className="contents-head">
        <nav aria-label={`Folders of ${title}`} className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1">
          {['All', ...path].map((name, depth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, depths don't
            <span key={depth} className="flex items-center gap-x-1">
              {depth > 0 && <span aria-hidden="true">/</span>}
              {depth === path.length ? (
                <b className="px-1 wrap-anywhere" aria-current="true">
                  {name}
                </b>
              ) : (
                <button type="button" className="link px-1" onClick={() => open(path.slice(0, depth))}>
                  {name}
                </button>
              )}
            </span>
          ))}
        </nav>
        <input
          type="search"
          className="field min-w-0 flex-[0_1_12rem]"
          aria-label={`Find in ${title}`}
          placeholder="Find a name"
          autoComplete="off"
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setRows(ROWS);
          }}
        />
      </div>
      <section
        ref={box}
        className="stage-view contents-list"
        aria-label={`Contents of ${title}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by keyboard
        tabIndex={0}
        data-arrows="own"
        onKeyDown={moveFocus}
      >
        <ul>
          {folders.slice(0, rows).map((folder) => (
            <li key={folder.name}>
              <button type="button" className="contents-row" onClick={() => open([...path, folder.name])}>
                <Icon name="folder" small />
                <span className="wrap-anywhere">{folder.name}</span>
                <span className="mono ml-auto flex-none text-muted">
                  {filesOf(folder.fileCount)}, {formatBytes(folder.size)}
                </span>
              </button>
            </li>
          ))}
          {shownFiles.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an archive may have a name twice
            <FileLine key={at} file={file} />
          ))}
        </ul>
        {folders.length + files.length === 0 && (
          <p className="p-4 text-muted">{words ? `No name has “${search.trim()}” in it.` : 'Nothing in here.'}</p>
        )}
        {left > 0 && (
          <div className="p-3">
            <Button onClick={() => setRows(rows + ROWS)}>Show more ({left.toLocaleString('en')} left)</Button>
          </div>
        )}
      </section>
    </>
  );
};

/** What is in an archive: names and sizes, which everyone may see who may see the list of files. */
export function ArchiveViewer({ preview, title, onRetry }: ViewerProps<'archive'>) {
  const entries = useFetched(preview.url, readJson<readonly ArchivedEntry[]>);
  useStill(() => false);
  if (entries === null) return <FailedView onRetry={onRetry} />;
  return (
    <>
      {entries === undefined ? (
        <div className="stage-view stage-plain">
          <Spinner />
        </div>
      ) : (
        <Contents entries={entries} title={title} />
      )}
      <Controls>
        {/* Wider windows show it above. */}
        <p className="flex-1 px-2">
          <span className="sm:hidden">
            {filesOf(preview.files)}, {formatBytes(preview.size)} unpacked
          </span>
        </p>
      </Controls>
      {preview.kinds.length > 1 && (
        <ul className="contents-kinds" aria-label="By kind">
          {preview.kinds.map(({ kind, files, size }) => (
            <li key={kind}>
              <b>{files.toLocaleString('en')}</b> {files === 1 ? kind.replace(/s$/, '') : kind}
              <span className="mono text-muted"> {formatBytes(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {notesOf(preview).map((note) => (
        <p key={note} className="stage-note">
          {note}
        </p>
      ))}
    </>
  );
}
