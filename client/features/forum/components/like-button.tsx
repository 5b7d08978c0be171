import { number } from '#client/features/forum/forum-labels.ts';
import { isLiked } from '#client/features/forum/live/like-changes.ts';
import { SignInLink } from '#client/features/resources/components/sign-in-link.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Icon } from '#client/ui/icon.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import type { Post } from '#contract/forum/api.ts';

/** Like button with the number of likes: a toggle for members, a link to the login page for guests. */
export function LikeButton({ post, isGuest, next }: { post: Post; isGuest: boolean; next: string }) {
  const context = useAppContext();
  const on = isLiked(post);
  const words = (
    <>
      <Icon name="heart" small />
      {number(post.likes)}
      <span className="sr-only"> {post.likes === 1 ? 'like' : 'likes'}</span>
    </>
  );
  if (isGuest) {
    return (
      <SignInLink next={next} className="btn btn-quiet btn-sm">
        {words}
      </SignInLink>
    );
  }
  const press = (): void => {
    import('#client/features/forum/live/likes.ts').then(
      ({ likePost }) => likePost(context, post, !on),
      () => showToast({ tone: 'error', text: 'The like could not be saved. Please try again.' }),
    );
  };
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm aria-pressed:text-fg"
      aria-pressed={on}
      aria-label={`Like, ${number(post.likes)} so far`}
      onClick={press}
    >
      {words}
    </button>
  );
}
