import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ThreadPage } from '#contract/forum.ts';

export type ModerateThreadProps = {
  thread: ThreadPage;
  /** The thread as it is pinned, locked, or neither from now on. */
  onChanged: (thread: Pick<ThreadPage, 'isPinned' | 'isLocked'>) => void;
  onRemoved: () => void;
};

/** What administrators do to a thread: buttons for the row under its title. Draw it for administrators only. */
export const ModerateThread = lazyPart<ModerateThreadProps>(
  () => import('./moderate-thread-buttons.tsx').then((file) => file.ModerateThreadButtons),
  { silent: true },
);
