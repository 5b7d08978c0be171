import { type RefObject, useState } from 'react';
import { Link } from 'react-router';
import type { Answered } from '#client/features/forum/components/composer/composer-quote.ts';
import { signInPath } from '#client/features/resources/components/sign-in-link.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { subcategoryPath, threadPath } from '#contract/paths.ts';
import { ReplyForm } from './reply-form.tsx';

/** Explains why replies are closed. */
const ClosedNotice = ({ thread, isGone }: { thread: ThreadPage; isGone: boolean }) => {
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
        This thread was removed. You are seeing the last version that was loaded.
      </Message>
    );
  }
  return (
    <Message tone="info">
      {thread.isLocked
        ? 'This thread is locked. You can still read it.'
        : 'This part of the forum is closed. You can still read it.'}
    </Message>
  );
};

/** Shown below the posts: the form for members, a link to the login page for guests, or why replies are closed. */
export function ReplyPlace({
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
}) {
  const isOpen = !(isGone || thread.isLocked || thread.subCategory.isClosed);
  // If the thread is closed while someone is writing, keep the text visible, so that it can be copied.
  const [wasOpen] = useState(isOpen);
  const isMember = state === 'signed-in' && (isOpen || wasOpen);
  return (
    <>
      {!isOpen && <ClosedNotice thread={thread} isGone={isGone} />}
      {isOpen && state === 'signed-out' && (
        <div className="panel flex flex-wrap items-center justify-between gap-3 p-4">
          <p className="text-muted">Have an answer, or the same question?</p>
          <Link
            to={signInPath(threadPath(thread, thread.id, thread.pagination.currentPage))}
            className={buttonClass({ variant: 'solid' })}
          >
            Log in to reply
          </Link>
        </div>
      )}
      {isOpen && state === 'loading' && <div className="panel h-54 noscript:hidden" aria-hidden="true" />}
      {isMember && (
        <div ref={box} id="reply">
          <ReplyForm
            thread={thread}
            isClosed={!isOpen}
            {...(answered ? { quote: answered } : {})}
            onPosted={onPosted}
          />
        </div>
      )}
    </>
  );
}
