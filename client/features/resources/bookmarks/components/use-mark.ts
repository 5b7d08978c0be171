import { useAppContext } from '#client/kit/data/app-context.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { type MarkKind, useMarks } from './marks.ts';

/** Whether something is liked, saved or followed, and a function to toggle that. `known` is used until the marks are loaded. */
export function useMark(kind: MarkKind, id: string, known = false): { on: boolean; press(): void } {
  const context = useAppContext();
  const on = useMarks()?.[kind].has(id) ?? known;
  return {
    on,
    press: () => {
      import('./reactions-store.ts').then(
        ({ setReaction: mark }) => mark(context, kind, id, !on),
        () => showToast({ tone: 'error', text: 'Your change could not be saved. Please try again.' }),
      );
    },
  };
}
