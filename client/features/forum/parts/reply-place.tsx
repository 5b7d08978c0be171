import type { RefObject } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#client/ui/button.tsx';
import { Message } from '#client/ui/message.tsx';
import type { Post, ThreadPage } from '#contract/forum.ts';
import { subcategoryPath, threadPath } from '#contract/paths.ts';
import { signInPath } from '../../resources/parts/sign-in-link.tsx';
import { type Answered, ReplyForm } from './reply-form.tsx';

/** Under the posts: the form for members, the way in for guests, or why nobody can reply. */
export const ReplyPlace = ({
  thread,
  state,
  isGone,
  answered,
  box,
  onPosted,
}: {
  thread: ThreadPage;
  state: 'loading' | 'signed-out' | 'signed-in';
  isGone: boolean;
  answered: Answered | null;
  box: RefObject<HTMLDivElement | null>;
  onPosted: (post: Post) => void;
}) => {
  if (isGone) {
    return (
      <Message
        tone="error"
        action={
          <Link to={subcategoryPath(thread)} className={buttonClass({ size: 'sm' })}>
            Back to {thread.subCategory.name}
          </Link>
        }
      >
        This thread was removed. What you see here is the last that was sent.
      </Message>
    );
  }
  if (thread.subCategory.isClosed)
    return <Message tone="info">This part of the forum is closed. It can still be read.</Message>;
  if (thread.isLocked) return <Message tone="info">This thread is locked. It can still be read.</Message>;
  if (state === 'signed-out') {
    return (
      <div className="panel flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="text-muted">Have an answer, or the same question?</p>
        <Link
          to={signInPath(threadPath(thread, thread.id, thread.pagination.currentPage))}
          className={buttonClass({ variant: 'solid' })}
        >
          Log in to reply
        </Link>
      </div>
    );
  }
  if (state === 'loading') return <div className="panel h-54 noscript:hidden" aria-hidden="true" />;
  return (
    <div ref={box} id="reply">
      <ReplyForm thread={thread} {...(answered ? { quote: answered } : {})} onPosted={onPosted} />
    </div>
  );
};
