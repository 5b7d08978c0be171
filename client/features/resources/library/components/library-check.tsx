import { useEffect, useRef, useState } from 'react';
import { matchLibrary } from '#client/features/resources/library/api.ts';
import { type Check, type CheckState, createCheck } from '#client/features/resources/library/check.ts';
import { type Folder, mayUse } from '#client/features/resources/library/folder.ts';
import { openHashers } from '#client/features/resources/library/hashers.ts';
import { exchangeLicences, keepHashes, keepLastFolder, loadHashes } from '#client/features/resources/library/memory.ts';
import { REDRAW_MS } from '#client/features/resources/library/redraw.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import { useAuth } from '#client/kit/session.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { LibraryPack } from '#contract/resources/library.ts';
import { CheckProgress } from './check-progress.tsx';
import { FolderChoice } from './folder-choice.tsx';
import { PackList } from './pack-list.tsx';
import { UpdateAll } from './update-all.tsx';

type Current = { folder: Folder; check: Check };

/** Redraws a check's state a few times a second. */
const useCheckState = () => {
  const [state, setState] = useState<CheckState | null>(null);
  const newest = useRef<CheckState>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: CheckState): void => {
    newest.current = next;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setState(newest.current);
    }, REDRAW_MS);
  };
  return { state, show, setState };
};

/** Checks a folder. `wanted` is an asset to save, which is listed even if the folder has none of its files. */
export function LibraryCheck({ wanted }: { wanted: LibraryPack | null }) {
  const { transport, site } = useAppContext();
  const { session } = useAuth();
  const [current, setCurrent] = useState<Current | null>(null);
  const { state, show, setState } = useCheckState();
  useEffect(() => () => current?.check.stop(), [current]);

  const choose = (folder: Folder): void => {
    const check = createCheck(
      folder,
      {
        hashers: openHashers,
        lookUp: (hashes) => matchLibrary(transport, { body: { hashes } }),
        ...{ loadHashes, keepHashes, exchangeLicences },
        wait: (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000)),
        now: () => performance.now(),
      },
      show,
    );
    setState(null);
    setCurrent({ folder, check });
    if (folder.handle) void keepLastFolder(folder.handle);
    void check.list();
  };
  const start = async ({ folder, check }: Current): Promise<void> => {
    if (await mayUse(folder, 'read')) await check.run();
  };

  if (!current || !state) {
    return (
      <Panel>
        {current ? <p className="text-muted">Listing {current.folder.name}</p> : <FolderChoice onChoose={choose} />}
      </Panel>
    );
  }
  const { folder, check } = current;
  const isDone = state.phase === 'done';
  const isListed = wanted === null || state.packs.some(({ pack }) => pack.id === wanted.id);
  const packs = isDone && wanted && !isListed ? [{ pack: wanted, files: [] }, ...state.packs] : state.packs;
  return (
    <div className="grid gap-7">
      <Panel title={folder.name}>
        <CheckProgress
          name={folder.name}
          state={state}
          check={check}
          siteName={site.siteName}
          onStart={() => void start(current)}
          onLeave={() => {
            setCurrent(null);
            setState(null);
          }}
        />
      </Panel>
      {isDone && folder.handle && isAdFree(session.user) && (
        <UpdateAll folder={folder} root={folder.handle} check={check} packs={packs} />
      )}
      {packs.length > 0 && (
        <PackList folder={folder} check={check} packs={packs} isDone={isDone} isAdFree={isAdFree(session.user)} />
      )}
      {isDone && packs.length === 0 && (
        <EmptyState title="No files from this site">
          Files that were changed, cut or converted have other hashes and can’t be found.
        </EmptyState>
      )}
    </div>
  );
}
