import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { ModeratePostProps, RestorePostProps } from './moderate-post-button.tsx';

/** Button to remove a reply. Render it only for moderators. */
export const ModeratePost = lazyPart<ModeratePostProps>(
  () => import('./moderate-post-button.tsx').then((file) => file.ModeratePostButton),
  { silent: true },
);

/** Button to restore a removed reply. Render it only for moderators. */
export const RestorePost = lazyPart<RestorePostProps>(
  () => import('./moderate-post-button.tsx').then((file) => file.RestorePostButton),
  { silent: true },
);
