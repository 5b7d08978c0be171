// What a press on a post's heart changes in what is drawn.
import type { Post } from '#contract/forum/api.ts';

export function isLiked({ reactions }: Pick<Post, 'reactions'>): boolean {
  return reactions.some(({ type }) => type === 'like');
}

/** The post as it is drawn after a press, before the server has answered. */
export function pressed(post: Post, on: boolean): Post {
  return isLiked(post) === on
    ? post
    : {
        ...post,
        likes: Math.max(0, post.likes + (on ? 1 : -1)),
        reactions: on ? [{ id: '', postId: post.id, type: 'like' }] : [],
      };
}
