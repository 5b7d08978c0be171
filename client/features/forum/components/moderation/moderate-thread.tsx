import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ModerateThreadProps } from './moderate-thread-buttons.tsx';

/** Moderation buttons below a thread's title. Render them only for moderators. */
export const ModerateThread = lazyPart<ModerateThreadProps>(
  () => import('./moderate-thread-buttons.tsx').then((file) => file.ModerateThreadButtons),
  { silent: true },
);
