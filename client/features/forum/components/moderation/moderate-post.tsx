import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ModeratePostProps } from './moderate-post-button.tsx';

/** The button by which administrators remove a reply, for the row at its foot. Draw it for administrators only. */
export const ModeratePost = lazyPart<ModeratePostProps>(
  () => import('./moderate-post-button.tsx').then((file) => file.ModeratePostButton),
  { silent: true },
);
