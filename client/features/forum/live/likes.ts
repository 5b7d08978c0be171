// Likes of posts. A click takes effect immediately on every cached page; if the server refuses it, it is undone and the server's
// message is shown.

import type { AppContext } from '#client/kit/data/app-context.ts';
import { apiCall, CallError } from '#client/kit/data/call.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import type * as contract from '#contract/forum/write.ts';
import { getPost, getThread } from '../api.ts';
import { pressed } from './like-changes.ts';

const reactToPost = apiCall<typeof contract.reactToPost>({
  method: 'POST',
  path: '/api/forum/reactions',
  fallback: 'The like could not be saved. Please try again.',
});
const takeReactionBack = apiCall<typeof contract.takeReactionBack>({
  method: 'DELETE',
  path: '/api/forum/reactions/{id}',
  fallback: 'The like could not be removed. Please try again.',
});

/** Updates a post in all cached responses, so that every component showing it is updated. */
const changePost = ({ queryCache }: AppContext, id: string, change: (post: Post) => Post): void => {
  const changed = (post: Post): Post => (post.id === id ? change(post) : post);
  for (const [key, data] of queryCache.dehydrate()) {
    if (key.startsWith(`${getThread.path} `)) {
      const page = data as ThreadPage;
      if (page.posts.some((post) => post.id === id)) queryCache.put(key, { ...page, posts: page.posts.map(changed) });
    } else if (key.startsWith(`${getPost.path} `)) {
      const { post, ...rest } = data as { post: Post };
      if (post.id === id) queryCache.put(key, { ...rest, post: changed(post) });
    }
  }
};

/** Desired state of posts for which a call is in progress. Further clicks change it, so that the last click counts. */
const wanted = new Map<string, { on: boolean }>();

/**
 * IDs of likes sent from this page, by post. Needed because the next click can come before the displayed post contains the ID.
 */
const sentIds = new Map<string, string>();

const takeBack = async ({ transport }: AppContext, reactionId: string): Promise<void> => {
  try {
    await takeReactionBack(transport, { params: { id: reactionId } });
  } catch (error) {
    // This code means that the like was already removed in another tab.
    if (!(error instanceof CallError && error.code === 'REACTION_NOT_FOUND')) throw error;
  }
};

/** Likes a post if `on`, otherwise removes the like. */
export async function likePost(context: AppContext, post: Post, on: boolean): Promise<void> {
  const { id } = post;
  const show = (now: boolean): void => changePost(context, id, (known) => pressed(known, now));
  const running = wanted.get(id);
  const want = running ?? { on };
  want.on = on;
  show(on);
  if (running) return;
  wanted.set(id, want);
  const [drawn] = post.reactions;
  if (drawn?.id) sentIds.set(id, drawn.id);
  let sent = on;
  try {
    do {
      sent = want.on;
      if (sent) {
        const { likes, ...reaction } = await reactToPost(context.transport, { body: { postId: id, type: 'like' } });
        sentIds.set(id, reaction.id);
        if (want.on) changePost(context, id, (known) => ({ ...known, likes, reactions: [reaction] }));
      } else {
        await takeBack(context, sentIds.get(id) ?? '');
        sentIds.delete(id);
      }
    } while (want.on !== sent);
  } catch (error) {
    show(!sent);
    showToast({ tone: 'error', text: (error as Error).message });
  } finally {
    wanted.delete(id);
  }
}
