// Optimistic updates of a post's likes.
import type { Post } from '#contract/forum/api.ts';

export function isLiked({ reactions }: Pick<Post, 'reactions'>): boolean {
  return reactions.some(({ type }) => type === 'like');
}

/** The post as shown after a click, before the server has responded. */
export function pressed(post: Post, on: boolean): Post {
  return isLiked(post) === on
    ? post
    : {
        ...post,
        likes: Math.max(0, post.likes + (on ? 1 : -1)),
        reactions: on ? [{ id: '', postId: post.id, type: 'like' }] : [],
      };
}
