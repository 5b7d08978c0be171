import { expect, test } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { Post } from '#contract/forum/api.ts';
import { likePost } from './likes.ts';

test.each(['', 'older'])('a like is removed by its id, even when the displayed post has "%s"', async (drawn) => {
  const calls: unknown[] = [];
  const context = {
    queryCache: createQueryCache(),
    transport: async (method: string, _path: string, { params }: { params?: { id: string } }) => {
      calls.push([method, params?.id]);
      return { id: 'of the like', postId: 'post', type: 'like', likes: 1 };
    },
  } as unknown as AppContext;
  const post = { id: `post ${drawn}`, likes: 0, reactions: [] as Post['reactions'] } as Post;
  await likePost(context, post, true);
  const pressed = { ...post, likes: 1, reactions: [{ id: drawn, postId: post.id, type: 'like' as const }] };
  await likePost(context, pressed, false);
  expect(calls).toEqual([
    ['POST', undefined],
    ['DELETE', drawn || 'of the like'],
  ]);
});
