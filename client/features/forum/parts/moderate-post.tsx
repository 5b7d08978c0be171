import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Post } from '#contract/forum.ts';

export type ModeratePostProps = {
  /** A reply that is there: the first post goes with its thread, by `ModerateThread`. */
  post: Post;
  /** The post as its readers see it from now on: without its words, with the reason. */
  onRemoved: (post: Post) => void;
};

/** The button by which administrators remove a reply, for the row at its foot. Draw it for administrators only. */
export const ModeratePost = lazyPart<ModeratePostProps>(
  () => import('./moderate-post-button.tsx').then((file) => file.ModeratePostButton),
  { silent: true },
);
