import type { KeyboardEvent } from 'react';
import { useStageKeys } from '#client/features/resources/stage/stage-keys.ts';
import { useStageStore } from '#client/features/resources/stage/stage-store.tsx';
import { viewKind } from '#client/features/resources/stage/view-kind.ts';
import type { ResourceFile } from '#contract/resources/api.ts';

/** Up and Down move from row to row; the stage follows, and keeps playing if it plays. Other keys are those of the stage. */
export function useListKeys(files: readonly ResourceFile[]): (event: KeyboardEvent<HTMLElement>) => void {
  const store = useStageStore();
  const onStageKey = useStageKeys();
  return (event) => {
    const { key, target, currentTarget } = event;
    const row = target instanceof Element && target.closest('.file-row');
    if (!row || (key !== 'ArrowUp' && key !== 'ArrowDown') || event.altKey || event.ctrlKey || event.metaKey) {
      onStageKey(event);
      return;
    }
    event.preventDefault();
    const rows = [...currentTarget.querySelectorAll('.file-row')];
    const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)];
    next?.querySelector<HTMLElement>('.row-link, input, a')?.focus();
    // Folders come before files.
    const file = files[rows.length > 0 && next ? rows.indexOf(next) - (rows.length - files.length) : -1];
    if (file && viewKind(file)) store.show(file, { plays: store.get().isPlaying });
  };
}
