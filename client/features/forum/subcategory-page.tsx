import { useMemo, useRef } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { CreateThread } from '#client/features/forum/components/composer/create/create-thread-button.tsx';
import { ForumCrumbs } from '#client/features/forum/components/forum-crumbs.tsx';
import { CategoryMissing } from '#client/features/forum/components/forum-missing.tsx';
import { ForumSearchBox } from '#client/features/forum/components/forum-search-box.tsx';
import { KeepPlace } from '#client/features/forum/components/keep-place.tsx';
import { LiveMark } from '#client/features/forum/components/live-mark.tsx';
import { RemovedThreads } from '#client/features/forum/components/moderation/moderate-removed.tsx';
import { ThreadTable } from '#client/features/forum/components/thread/thread-table.tsx';
import type { LoadInput, PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { userIdOf } from '#client/kit/use-personal.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { subcategoryPath } from '#contract/paths.ts';
import { listHead, listTitle } from './forum-head.ts';
import { counted } from './forum-labels.ts';
import { listPlaceOf, subcategoryRead } from './forum-reads.ts';
import { isTop, type ThreadList } from './live/list-changes.ts';
import { useLiveList } from './live/use-live-list.ts';
import { useUnread } from './live/use-unread.ts';
import { mayModerate } from './moderating.ts';
import './forum.css';

const readAt = ({ params, url }: Pick<LoadInput, 'params' | 'url'>) =>
  subcategoryRead(params.category ?? '', params.subcategory ?? '', listPlaceOf(url.searchParams));

export const page: PageSpec = {
  load: async (input) => {
    await load(input.context, readAt(input));
    return undefined;
  },
  head: (input) => {
    const { context, url, failure } = input;
    const list = failure ? undefined : loadedOf(context, readAt(input));
    if (!import.meta.env.SSR) return { title: listTitle(context, list) };
    return listHead(context, list, Object.keys(listPlaceOf(url.searchParams)).length === 0);
  },
  Failure: ({ failure, fallback }) => (failure.status === 404 ? <CategoryMissing /> : fallback),
};

const Turn = ({ list }: { list: ThreadList }) => {
  const here = subcategoryPath({ category: list.category, subCategory: list });
  if (!list.newer && !list.older) return null;
  return (
    <nav className="mt-6 flex justify-between gap-3" aria-label="Pagination">
      {list.newer ? (
        <Link rel="prev" to={`${here}?after=${list.newer}`} className={buttonClass()}>
          Newer
        </Link>
      ) : (
        <span />
      )}
      {list.older && (
        <Link rel="next" to={`${here}?before=${list.older}`} className={buttonClass()}>
          Older
        </Link>
      )}
    </nav>
  );
};

/**
 * The row that must not move when a new thread is inserted below the pinned ones: the focused or hovered row, otherwise the first
 * visible row that is not pinned.
 */
const rowInView = (table: HTMLElement | null): Element | null => {
  const used = table?.querySelector('tbody tr:is(:focus-within, :hover)');
  if (used) return used;
  const rows = [...(table?.querySelectorAll('tbody tr:not([data-pinned])') ?? [])];
  return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? null;
};

/** The threads of a subcategory (specification, section 2 "Community forums"). */
export default function SubcategoryPage() {
  const { category = '', subcategory = '' } = useParams();
  const [parameters] = useSearchParams();
  const { before, after } = listPlaceOf(parameters);
  const given = useMemo(
    () => subcategoryRead(category, subcategory, { ...(before ? { before } : {}), ...(after ? { after } : {}) }),
    [category, subcategory, before, after],
  );
  const list = useRead(given);
  const { session } = useAuth();
  const { status, begun, reload } = useLiveList(given, list, userIdOf(session));
  const { unreadFrom, isAnyUnread, markAllRead } = useUnread(list, session.user?.id);
  const table = useRef<HTMLDivElement>(null);
  const here = subcategoryPath({ category: list.category, subCategory: list });
  const isFirstPage = !before && !after;

  const hasPlace = isTop(list);

  const catchUp = async (): Promise<void> => {
    try {
      await reload();
      table.current?.focus({ preventScroll: true });
    } catch (error) {
      showToast({ tone: 'error', text: (error as Error).message });
    }
  };

  return (
    <div className="wrap pb-21">
      <div className="forum mt-5 md:mt-8">
        <ForumCrumbs category={list.category} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className="display mt-3.5 mb-4 text-[clamp(2.5rem,5vw,4rem)] wrap-anywhere">{list.name}</h1>
          {!list.isClosed && <CreateThread subcategory={list} />}
        </div>
        {list.description && <p className="max-w-prose text-muted">{list.description}</p>}
        {list.isClosed && (
          <Message tone="info" className="mt-5">
            This part of the forum is closed. You can still read it.
          </Message>
        )}
        <div className="mt-5 max-w-160">
          <ForumSearchBox label={`Search ${list.name}`} place={`${list.category.slug}/${list.slug}`} />
        </div>
        <div className="mt-5 flex min-h-12 flex-wrap items-center gap-x-5 gap-y-2 text-sm">
          <LiveMark status={status} onReload={() => void catchUp()} />
          <span className="text-muted">{counted(list.threadCount, 'thread', 'threads')}</span>
          {isAnyUnread && (
            <Button
              size="sm"
              onClick={() => {
                // The button disappears, so the list receives the focus.
                table.current?.focus({ preventScroll: true });
                void markAllRead();
              }}
            >
              Mark all as read
            </Button>
          )}
          {mayModerate(list, session.user) && (
            <RemovedThreads subcategory={list} onRestored={() => void reload().catch(() => null)} />
          )}
          <span role="status" className="ml-auto">
            {begun[0] && hasPlace && <span className="sr-only">New thread: {begun[0].title}</span>}
            {begun.length > 0 && !hasPlace && (
              <Link to={here} className={buttonClass({ size: 'sm' })}>
                {counted(begun.length, 'new thread', 'new threads')} on the first page
              </Link>
            )}
          </span>
        </div>
        <div ref={table} tabIndex={-1} className="outline-0">
          {list.threads.length > 0 ? (
            <KeepPlace anchor={() => rowInView(table.current)}>
              <ThreadTable list={list} begun={begun} unreadFrom={unreadFrom} />
            </KeepPlace>
          ) : (
            <EmptyState
              title="No threads found. Be the first to create one!"
              actions={
                !isFirstPage && (
                  <Link to={here} className={buttonClass()}>
                    Go to newest threads
                  </Link>
                )
              }
            />
          )}
        </div>
        <Turn list={list} />
      </div>
    </div>
  );
}
