import { ForumCrumbs } from '#client/features/forum/components/forum-crumbs.tsx';
import { LiveMark } from '#client/features/forum/components/live-mark.tsx';
import { PersonName } from '#client/features/forum/components/person.tsx';
import { counted, number, repliesOf } from '#client/features/forum/forum-labels.ts';
import type { LiveStatus } from '#client/features/forum/live/watch.ts';
import type { ThreadActsProps } from './thread-act-row.tsx';
import { ThreadActs } from './thread-acts.tsx';
import { Tags, ThreadBadges } from './thread-badges.tsx';

/** Title, badges and statistics of a thread, with buttons to subscribe for members and to moderate for moderators. */
export function ThreadHead({
  status,
  isGuest,
  isMember,
  onReload,
  ...acts
}: {
  status: LiveStatus | null;
  isGuest: boolean;
  /** Whether the viewer is a member and the thread's data is theirs. */
  isMember: boolean;
  onReload: () => void;
} & ThreadActsProps) {
  const { thread } = acts;
  return (
    <header>
      <ForumCrumbs category={thread.category} subCategory={thread.subCategory} />
      <h1 className="display mt-3.5 mb-4 text-[clamp(2.5rem,5vw,4rem)] wrap-anywhere">{thread.title}</h1>
      <div className="mb-2 flex flex-wrap items-center gap-2.5 text-sm text-muted">
        <ThreadBadges {...thread} />
        <p>
          Started by <PersonName person={thread.author} />, {counted(repliesOf(thread), 'reply', 'replies')},{' '}
          {number(thread.viewCount)} {thread.viewCount === 1 ? 'view' : 'views'}
        </p>
        <Tags tags={thread.tags} />
        {/* On wide screens the live status is in the side column; phones only show it when the connection is lost. */}
        {status === 'lost' && (
          <div className="md:hidden">
            <LiveMark status={status} onReload={onReload} />
          </div>
        )}
      </div>
      {/* As high as the buttons, so that the posts stay in place when these arrive. */}
      {!isGuest && <div className="mb-2 flex min-h-9 flex-wrap gap-2">{isMember && <ThreadActs {...acts} />}</div>}
    </header>
  );
}
