import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ModerateThreadProps } from './moderate-thread-buttons.tsx';

/** What administrators do to a thread: buttons for the row under its title. Draw it for administrators only. */
export const ModerateThread = lazyPart<ModerateThreadProps>(
  () => import('./moderate-thread-buttons.tsx').then((file) => file.ModerateThreadButtons),
  { silent: true },
);
