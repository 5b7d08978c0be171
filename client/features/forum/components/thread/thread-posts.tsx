import { Fragment, type RefObject, useState } from 'react';
import type { Answered } from '#client/features/forum/components/composer/composer-quote.ts';
import { KeepPlace } from '#client/features/forum/components/keep-place.tsx';
import { type ThreadChange, withEdit, withRestored } from '#client/features/forum/live/thread-changes.ts';
import { mayModerate } from '#client/features/forum/moderating.ts';
import type { Account } from '#contract/accounts/api.ts';
import type { Post, ThreadPage } from '#contract/forum/api.ts';
import { postPath } from '#contract/paths.ts';
import { PostArticle } from './post-article.tsx';
import { PostFoot } from './post-foot.tsx';

/** ID of the first post that the viewer has not seen; null if this page has no such post, or on their first visit. */
const firstNew = ({ posts, lastSeen }: ThreadPage, personId: string | undefined): string | null =>
  lastSeen === null ? null : (posts.find((post) => post.number > lastSeen && post.author.id !== personId)?.id ?? null);

/** The posts of a page, in order. Use a different React key for every page and thread. */
export function ThreadPosts({
  thread,
  person,
  isPersonal,
  isGuest,
  list,
  typing,
  apply,
  onAnswer,
}: {
  thread: ThreadPage;
  person: Account | null;
  /** Whether the thread's data is for this user. */
  isPersonal: boolean;
  isGuest: boolean;
  list: RefObject<HTMLDivElement | null>;
  /** The reply form below the posts. The user may be typing in it. */
  typing: RefObject<HTMLElement | null>;
  apply: (change: ThreadChange) => void;
  /** Not set if replies are closed. */
  onAnswer?: ((post: Post, as: Answered['as']) => void) | undefined;
}) {
  // Computed once when the page opens, because posts that arrive during this visit do not count as new.
  const [newSince, setNewSince] = useState(() => (isPersonal ? firstNew(thread, person?.id) : undefined));
  if (isPersonal && newSince === undefined) setNewSince(firstNew(thread, person?.id));
  const canModerate = mayModerate(thread, person);
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
                place={thread}
                href={href}
                person={person}
                canEdit={isOwn && isOpen && post.number === 1}
                onSaved={(saved) => apply(post.isDeleted ? withRestored(saved) : withEdit(saved))}
              >
                {(edit) => (
                  <PostFoot
                    post={post}
                    href={href}
                    person={person}
                    isGuest={isGuest}
                    canModerate={canModerate}
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
