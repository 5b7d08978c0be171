import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ThreadActsProps } from './thread-act-row.tsx';

/** Buttons below a thread's title, for members and moderators. Render them once the thread's data is the viewer's own. */
export const ThreadActs = lazyPart<ThreadActsProps>(
  () => import('./thread-act-row.tsx').then((file) => file.ThreadActRow),
  { silent: true },
);
