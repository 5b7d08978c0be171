import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { RemovedThreadsProps } from './moderate-removed-window.tsx';

/** Button that lists the removed threads of a subcategory. Render it only for moderators. */
export const RemovedThreads = lazyPart<RemovedThreadsProps>(
  () => import('./moderate-removed-button.tsx').then((file) => file.RemovedThreadsButton),
  { silent: true },
);
