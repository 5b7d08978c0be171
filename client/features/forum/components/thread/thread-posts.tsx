import { Fragment, type RefObject, useState } from 'react';
import type { Answered } from '#client/features/forum/components/composer/composer-quote.ts';
import { KeepPlace } from '#client/features/forum/components/keep-place.tsx';
import { type ThreadChange, withEdit } from '#client/features/forum/live/thread-changes.ts';
import type { Account } from '#contract/accounts/api.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { postPath } from '#contract/paths.ts';
import { PostArticle } from './post-article.tsx';
import { PostFoot } from './post-foot.tsx';

/** The first post that was there and that the person had not seen; null when there is none, or all are new to them. */
const firstNew = ({ posts, lastSeen }: ThreadPage, personId: string | undefined): string | null =>
  lastSeen === null ? null : (posts.find((post) => post.number > lastSeen && post.author.id !== personId)?.id ?? null);

/** The posts of a page, in their order. Who shows another page or thread gives it another key. */
export function ThreadPosts({
  thread,
  person,
  isGuest,
  list,
  typing,
  apply,
  onAnswer,
}: {
  thread: ThreadPage;
  person: Account | null;
  isGuest: boolean;
  list: RefObject<HTMLDivElement | null>;
  /** The box in which somebody may be typing below the posts. */
  typing: RefObject<HTMLElement | null>;
  apply: (change: ThreadChange) => void;
  /** Absent where nobody can reply. */
  onAnswer?: ((post: Post, as: Answered['as']) => void) | undefined;
}) {
  // As it was when the page was opened: what comes while one reads is news of this visit.
  const [newSince] = useState(() => firstNew(thread, person?.id));
  const isOpen = !thread.isLocked && !thread.subCategory.isClosed;
  return (
    <KeepPlace anchor={() => (typing.current?.contains(document.activeElement) ? typing.current : null)}>
      <div ref={list}>
        {thread.posts.map((post) => {
          const href = postPath(thread, thread.id, post.id);
          const isOwn = person !== null && person.id === post.author.id;
          return (
            <Fragment key={post.id}>
              {post.id === newSince && <p className="post-new">New since your last visit</p>}
              <PostArticle
                post={post}
                href={href}
                person={person}
                canEdit={isOwn && isOpen && post.number === 1}
                onSaved={(saved) => apply(withEdit(saved))}
              >
                {(edit) => (
                  <PostFoot
                    post={post}
                    href={href}
                    person={person}
                    isGuest={isGuest}
                    edit={edit}
                    onAnswer={onAnswer && ((as) => onAnswer(post, as))}
                    onRemoved={(removed) => apply(withEdit(removed))}
                  />
                )}
              </PostArticle>
            </Fragment>
          );
        })}
      </div>
    </KeepPlace>
  );
}
