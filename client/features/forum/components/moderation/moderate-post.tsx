import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ModeratePostProps } from './moderate-post-button.tsx';

/** Button to remove a reply or restore it. Render it only for moderators. */
export const ModeratePost = lazyPart<ModeratePostProps>(
  () => import('./moderate-post-button.tsx').then((file) => file.ModeratePostButton),
  { silent: true },
);
