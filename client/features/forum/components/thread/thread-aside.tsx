import { Link } from 'react-router';
import { LiveMark } from '#client/features/forum/components/live-mark.tsx';
import { counted, number, repliesOf } from '#client/features/forum/forum-labels.ts';
import type { LiveStatus } from '#client/features/forum/live/watch.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { PostAuthor, ThreadPage } from '#contract/forum/api.ts';
import { profilePath, threadPath } from '#contract/paths.ts';

const FACE_PX = 34;

const Face = ({ person: { id, username, avatar } }: { person: PostAuthor }) =>
  id === null ? (
    <Avatar name={username} src={avatar} size={FACE_PX} label={username} />
  ) : (
    <Link to={profilePath(username)} title={username} className="flex">
      <Avatar name={username} src={avatar} size={FACE_PX} label={username} />
    </Link>
  );

/** Side column on wide screens: live status, participants, statistics and other threads. */
export function ThreadAside({
  thread,
  status,
  onReload,
}: {
  thread: ThreadPage;
  status: LiveStatus | null;
  onReload: () => void;
}) {
  return (
    <aside className="max-md:hidden" aria-label="About this thread">
      <LiveMark status={status} onReload={onReload} />
      <section className="mt-9">
        <h2 className="mb-3 text-sm font-semibold">In this thread</h2>
        <ul className="faces flex">
          {thread.participants.map((person, place) => (
            // Deleted users have no ID, so the key uses their position, which never changes.
            <li key={person.id ?? `left ${place}`} className="-mr-2">
              <Face person={person} />
            </li>
          ))}
        </ul>
      </section>
      <section className="mt-9">
        <h2 className="mb-3 text-sm font-semibold">Details</h2>
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-2 text-sm">
          <dt className="text-muted">Created</dt>
          <dd>{formatDay(thread.createdAt)}</dd>
          <dt className="text-muted">Replies</dt>
          <dd>{number(repliesOf(thread))}</dd>
          <dt className="text-muted">Views</dt>
          <dd>{number(thread.viewCount)}</dd>
          <dt className="text-muted">Last activity</dt>
          <dd>
            <Ago time={thread.lastPost.createdAt} />
          </dd>
        </dl>
      </section>
      {thread.more.length > 0 && (
        <section className="mt-9">
          <h2 className="mb-3 text-sm font-semibold">More in {thread.subCategory.name}</h2>
          <ul>
            {thread.more.map((other) => (
              <li key={other.id} className="mt-3">
                <Link to={threadPath(thread, other.id)} className="font-semi hover:underline wrap-anywhere">
                  {other.title}
                </Link>
                <p className="text-sm text-muted">{counted(repliesOf(other), 'reply', 'replies')}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
