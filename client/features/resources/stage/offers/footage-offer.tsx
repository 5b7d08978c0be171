import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptFootage } from '#client/features/resources/footage/footage-memory.ts';
import { useStageState, useStageStore } from '#client/features/resources/stage/stage-store.tsx';
import { canBeTried } from '#client/features/resources/stage/view-kind.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { CompareButton } from './compare-button.tsx';
import { hasKeptFootage, switchFootage, useFootageIsOn } from './footage-switch.ts';

const CAMERA = 'M3 8h4l2-3h6l2 3h4v11H3ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z';

/** What a press needs. Loaded before it: browsers open the dialog for files only shortly after a press. */
const loadStore = () => import('#client/features/resources/footage/footage-store.ts');
const loadPicker = () => import('#client/features/resources/footage/pick-footage.ts');
const prepare = (): void => {
  Promise.all([loadStore(), loadPicker()]).catch(() => null);
};

type Dropped = { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };

/** What was dropped, as a handle where browsers have them. Must be called before the event ends. */
const droppedOf = (data: DataTransfer): (() => Promise<KeptFootage | null>) => {
  const [file] = data.files;
  const handle = (data.items[0] as Dropped | undefined)?.getAsFileSystemHandle?.().catch(() => null);
  return async () => {
    const found = await handle;
    if (found?.kind === 'file') return { handle: found as FileSystemFileHandle };
    return file ? { file } : null;
  };
};

/** Lets people try the file on the stage on their own footage: by a button, or by dropping it onto the stage. */
export function FootageOffer({ resourceId }: { resourceId: string }) {
  const store = useStageStore();
  const isOn = useFootageIsOn();
  const file = useStageState((state) => state.file);
  const canBe = file !== null && canBeTried(file);
  const row = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);

  useEffect(() => {
    if (isOn && canBe) store.set({ isOpen: true });
  }, [store, isOn, canBe]);

  const choose = useCallback(async (find: () => Promise<KeptFootage | null>): Promise<void> => {
    setFailed(false);
    try {
      const [{ chooseFootage }, chosen] = await Promise.all([loadStore(), find()]);
      if (chosen) await chooseFootage('main', chosen);
    } catch {
      setFailed(true);
    }
  }, []);
  const press = (): void => {
    if (isOn) switchFootage('off');
    else if (hasKeptFootage()) switchFootage('on');
    else
      void choose(async () => {
        const { pickFootage } = await loadPicker();
        return await pickFootage();
      });
  };

  useEffect(() => {
    const stage = canBe ? row.current?.closest<HTMLElement>('.stage') : null;
    if (!stage) return;
    // Pictures of the page can be dragged too, and browsers make files of them.
    let isOfPage = false;
    const begin = (): void => {
      isOfPage = true;
    };
    const end = (): void => {
      isOfPage = false;
    };
    const allow = (event: DragEvent): void => {
      if (!isOfPage && event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (isOfPage || !event.dataTransfer?.files.length) return;
      event.preventDefault();
      void choose(droppedOf(event.dataTransfer));
    };
    document.addEventListener('dragstart', begin);
    document.addEventListener('dragend', end);
    stage.addEventListener('dragover', allow);
    stage.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragstart', begin);
      document.removeEventListener('dragend', end);
      stage.removeEventListener('dragover', allow);
      stage.removeEventListener('drop', drop);
    };
  }, [choose, canBe]);

  return (
    <div ref={row}>
      {canBe && (
        <p className="stage-note flex-wrap">
          <button
            type="button"
            className={buttonClass({ variant: 'outline', size: 'sm', className: 'stage-mine' })}
            aria-pressed={hasKeptFootage() || isOn ? isOn : undefined}
            onClick={press}
            onPointerEnter={prepare}
            onFocus={prepare}
          >
            <Icon name={CAMERA} small />
            {hasKeptFootage() || isOn ? 'Show my footage' : 'Use my footage'}
          </button>
          {hasFailed ? (
            <span role="alert">This file could not be opened. Please try again.</span>
          ) : (
            'Try it on your own clip, picture, or sound. Nothing is uploaded.'
          )}
          <CompareButton resourceId={resourceId} file={file.name} />
        </p>
      )}
    </div>
  );
}
