import { Link } from 'react-router';
import { PersonName } from '#client/features/forum/components/person.tsx';
import { number, repliesOf } from '#client/features/forum/forum-labels.ts';
import type { ThreadList } from '#client/features/forum/live/list-changes.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { Thread } from '#contract/forum/api.ts';
import { POSTS_PER_PAGE } from '#contract/forum/limits.ts';
import { postAnchor, threadPath } from '#contract/paths.ts';
import { Tags, ThreadBadges } from './thread-badges.tsx';

/** Where the unread posts of a thread begin; null if there are none. */
type UnreadFrom = (thread: Thread) => number | null;

type RowProps = { list: ThreadList; thread: Thread; isNew: boolean; unreadFrom: UnreadFrom };

const Row = ({ list, thread, isNew, unreadFrom }: RowProps) => {
  const place = { category: list.category, subCategory: list };
  const { lastPost, author } = thread;
  const postHref = (number: number): string =>
    `${threadPath(place, thread.id, Math.ceil(number / POSTS_PER_PAGE))}#${postAnchor(number)}`;
  const unread = unreadFrom(thread);
  const replies = repliesOf(thread);
  return (
    <tr className="border-t border-line" data-pinned={thread.isPinned || undefined}>
      <th scope="row" className="text-left">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ThreadBadges {...thread} />
          {isNew && <Badge>New</Badge>}
          {unread !== null && <Badge tone="tally">Unread</Badge>}
          <Link to={threadPath(place, thread.id)} className="text-card font-semibold hover:underline wrap-anywhere">
            {thread.title}
          </Link>
          {unread !== null && (
            <Link
              to={postHref(unread)}
              className="py-1 text-sm font-normal text-muted hover:underline"
              aria-label={`First unread post in ${thread.title}`}
            >
              First unread post
            </Link>
          )}
        </span>
        <Tags tags={thread.tags} className="mt-1.5" />
      </th>
      <td>
        <span className="flex items-center gap-2">
          <Avatar name={author.username} src={author.avatar} size={24} />
          <PersonName person={author} className="truncate" />
        </span>
      </td>
      <td className="text-right" data-unit={replies === 1 ? 'reply' : 'replies'}>
        {number(replies)}
      </td>
      <td className="text-right" data-unit={thread.viewCount === 1 ? 'view' : 'views'}>
        {number(thread.viewCount)}
      </td>
      <td>
        <Link to={postHref(lastPost.number)} className="py-1 hover:underline" title="Go to the last post">
          <Ago time={lastPost.createdAt} />
        </Link>{' '}
        <span className="text-muted">by {lastPost.author.username}</span>
      </td>
    </tr>
  );
};

/**
 * Threads with the columns from the specification (section 2); on phones each row is a card. `begun` are threads started since
 * the page was opened.
 */
export function ThreadTable({
  list,
  begun,
  unreadFrom,
}: {
  list: ThreadList;
  begun: readonly Thread[];
  unreadFrom: UnreadFrom;
}) {
  return (
    <table className="thread-table w-full text-sm">
      <caption className="sr-only">Threads in {list.name}</caption>
      <thead className="text-muted max-md:sr-only">
        <tr>
          <th scope="col" className="text-left font-normal">
            Thread
          </th>
          <th scope="col" className="text-left font-normal">
            Author
          </th>
          <th scope="col" className="text-right font-normal">
            Replies
          </th>
          <th scope="col" className="text-right font-normal">
            Views
          </th>
          <th scope="col" className="text-left font-normal">
            Last Activity
          </th>
        </tr>
      </thead>
      <tbody>
        {list.threads.map((thread) => (
          <Row
            key={thread.id}
            list={list}
            thread={thread}
            isNew={begun.some(({ id }) => id === thread.id)}
            unreadFrom={unreadFrom}
          />
        ))}
      </tbody>
    </table>
  );
}
