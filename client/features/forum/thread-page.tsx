import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Answered } from '#client/features/forum/components/composer/composer-quote.ts';
import { ThreadMissing } from '#client/features/forum/components/forum-missing.tsx';
import { ReplyPlace } from '#client/features/forum/components/replies/reply-place.tsx';
import { ThreadAside } from '#client/features/forum/components/thread/thread-aside.tsx';
import { ThreadHead } from '#client/features/forum/components/thread/thread-head.tsx';
import { ThreadPosts } from '#client/features/forum/components/thread/thread-posts.tsx';
import type { LoadInput, PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { usePersonal, userIdOf } from '#client/kit/use-personal.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { Pager } from '#client/ui/table/pager.tsx';
import type { ThreadPage as Page, Post } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';
import { postAnchor, subcategoryPath, threadPath } from '#contract/paths.ts';
import { countThreadView } from './api.ts';
import { threadHead, threadTitle } from './forum-head.ts';
import { counted } from './forum-labels.ts';
import { requireThreadId, threadRead } from './forum-reads.ts';
import { lastPlaceOf, withMarks } from './live/thread-changes.ts';
import { useLiveThread } from './live/use-live-thread.ts';
import { useSeen } from './live/use-seen.ts';
import { mayModerate } from './moderating.ts';
import './forum.css';

const readAt = ({ params, url }: Pick<LoadInput, 'params' | 'url'>) =>
  threadRead(params.threadId ?? '', url.searchParams.get('page'));

const isInBrowser = (): boolean => typeof document !== 'undefined';

export const page: PageSpec = {
  load: async ({ context, params, url }) => {
    const asked = requireThreadId(params.threadId);
    const given = readAt({ params, url });
    const isFirst = loadedOf(context, given) === undefined;
    const thread = await load(context, given);
    const { id } = thread;
    // The posts of a merged thread are on other pages.
    if (id !== asked) return { redirect: threadPath(thread, id), permanent: true };
    const own = subcategoryPath(thread);
    if (
      own !==
      subcategoryPath({ category: { slug: params.category ?? '' }, subCategory: { slug: params.subcategory ?? '' } })
    )
      return { redirect: `${own}/${id}${url.search}`, permanent: true };
    const { currentPage, pages } = thread.pagination;
    if (currentPage > pages) return { redirect: threadPath(thread, id, pages) };
    // The server counts the views of pages that it renders; views opened by client-side navigation must be reported.
    if (isInBrowser() && isFirst) countThreadView(context.transport, { params: { id } }).catch(() => null);
    return undefined;
  },
  head: ({ context, params, url, failure }) => {
    const thread = failure ? undefined : loadedOf(context, readAt({ params, url }));
    return import.meta.env.SSR ? threadHead(context, thread) : { title: threadTitle(context, thread) };
  },
  Failure: ({ failure, fallback }) => (failure.status === 404 ? <MissingHere /> : fallback),
};

const MissingHere = () => {
  const { category = '', subcategory = '' } = useParams();
  const place = { category: { slug: category }, subCategory: { slug: subcategory } };
  return (
    <ThreadMissing
      actions={
        <Link to={subcategoryPath(place)} className={buttonClass({ variant: 'solid' })}>
          Other threads
        </Link>
      }
    />
  );
};

/** Link to replies that have arrived since the page was opened and are on a later page. */
const Beyond = ({ thread }: { thread: Page }) => {
  const [known] = useState(() => Math.max(thread.lastNumber, lastPlaceOf(thread)));
  if (thread.lastNumber <= known) return null;
  const page = Math.ceil((known + 1) / POSTS_PER_PAGE);
  return (
    <p className="mt-6 text-center" role="status">
      <Link
        to={`${threadPath(thread, thread.id, page)}#${postAnchor(known + 1)}`}
        className={buttonClass({ size: 'sm' })}
      >
        {counted(thread.lastNumber - known, 'new reply', 'new replies')} on page {page}
        <Icon name="arrow" small />
      </Link>
    </p>
  );
};

const OneThread = ({ threadId }: { threadId: string }) => {
  const [parameters] = useSearchParams();
  const asked = parameters.get('page');
  const given = useMemo(() => threadRead(threadId, asked), [threadId, asked]);
  const thread = useRead(given);
  const isPersonal = usePersonal(given);
  const { session } = useAuth();
  const person = session.user;
  const navigate = useNavigate();
  const { status, isGone, news, receive, apply, readAnew } = useLiveThread(given, threadId, userIdOf(session));
  const [answered, setAnswered] = useState<Answered | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useSeen(list, given, thread, isPersonal && person !== null, isGone);

  const { currentPage, pages } = thread.pagination;
  const canReply = person !== null && !isGone && !thread.isLocked && !thread.subCategory.isClosed;
  const answer = (post: Post, as: Answered['as']): void =>
    setAnswered((before) => ({ post, as, nonce: (before?.nonce ?? 0) + 1 }));
  const onPosted = (post: Post): void => {
    receive(post);
    apply((page) => ({ ...page, isSubscribed: page.isSubscribed ?? true }));
    if (post.number <= lastPlaceOf(thread)) return;
    navigate(`${threadPath(thread, threadId, Math.ceil(post.number / POSTS_PER_PAGE))}#${postAnchor(post.number)}`);
  };
  const reloadPosts = (): void => {
    readAnew().catch((error: Error) => showToast({ tone: 'error', text: error.message }));
  };

  return (
    <div className="wrap pb-21">
      <div className="forum thread-split mt-5 md:mt-8 md:grid">
        <div className="min-w-0">
          <ThreadHead
            thread={thread}
            status={status}
            isGuest={session.state === 'signed-out'}
            isMember={isPersonal && person !== null && !isGone}
            canModerate={mayModerate(thread, person)}
            onReload={reloadPosts}
            onChanged={(marks) => apply(withMarks(marks))}
            onLeft={(path) => navigate(path, { replace: true })}
          />
          <ThreadPosts
            key={given.key}
            thread={thread}
            person={person}
            isPersonal={isPersonal}
            isGuest={session.state === 'signed-out'}
            list={list}
            typing={box}
            apply={apply}
            onAnswer={canReply ? answer : undefined}
          />
          <p className="sr-only" aria-live="polite">
            {news && <span key={news.id}>New reply by {news.author.username}</span>}
          </p>
          <Beyond key={`${given.key} beyond`} thread={thread} />
          {pages > 1 && (
            <div className="mt-6">
              <Pager
                current={currentPage}
                pages={pages}
                hrefFor={(number) => threadPath(thread, threadId, number)}
                link={Link}
              />
            </div>
          )}
          <div className="mt-6">
            <ReplyPlace
              thread={thread}
              state={session.state}
              isGone={isGone}
              answered={answered}
              box={box}
              onPosted={onPosted}
            />
          </div>
        </div>
        <ThreadAside thread={thread} status={status} onReload={reloadPosts} />
      </div>
    </div>
  );
};

/** A thread with one page of its posts (specification, section 2 "Community forums"). */
export default function ThreadPage() {
  const { threadId = '' } = useParams();
  // The key resets the quoted post and the reply form, which belong to one thread.
  return <OneThread key={threadId} threadId={threadId} />;
}
