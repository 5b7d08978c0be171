import { type CSSProperties, type FocusEvent, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { TopUser } from '#contract/members/api.ts';
import { profilePath } from '#contract/paths.ts';

/**
 * Number of leakers that fit side by side. The first five are repeated at the end, so that the strip can loop (specification,
 * section 2).
 */
const SIDE_BY_SIDE = 5;

const Leaker = ({ user, copy }: { user: TopUser; copy: boolean }) => (
  <li className="leaker" aria-hidden={copy || undefined}>
    <Link
      to={profilePath(user.username)}
      className="panel leaker-link"
      tabIndex={copy ? -1 : undefined}
      onBlur={rewind}
    >
      <Avatar name={user.username} src={user.avatar} size={48} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{user.username}</span>
        <span className="text-sm text-muted">{user.uploads === 1 ? '1 upload' : `${user.uploads} uploads`}</span>
      </span>
    </Link>
  </li>
);

/** Resets the scroll position that the browser changed to show a focused link. */
const rewind = (event: FocusEvent<HTMLElement>): void => {
  event.currentTarget.closest('.leakers')?.scrollTo(0, 0);
};

/** Strip of the top leakers. On wide screens, it moves if there are more leakers than fit. `error` says why it is empty. */
export function TopLeakers({ users, error }: { users: TopUser[]; error?: string }) {
  const [isPaused, setPaused] = useState(false);
  const moves = users.length > SIDE_BY_SIDE;
  const shift = moves ? (users.length / (users.length + SIDE_BY_SIDE)) * -100 : 0;
  return (
    <section aria-labelledby="top-leakers">
      <SectionHeading
        id="top-leakers"
        className="mb-3.5"
        actions={
          moves && (
            <IconButton
              className="leakers-pause"
              icon={isPaused ? 'play' : 'pause'}
              label={isPaused ? 'Play the leaker carousel' : 'Pause the leaker carousel'}
              onClick={() => setPaused(!isPaused)}
            />
          )
        }
      >
        Top leakers
      </SectionHeading>
      {users.length === 0 && error && <Message tone="error">{error}</Message>}
      {users.length === 0 && !error && <p className="text-muted">No leakers yet.</p>}
      {users.length > 0 && (
        <div className="leakers" data-moves={moves || undefined} data-paused={isPaused || undefined}>
          <ul style={{ '--shift': `${shift}%` } as CSSProperties}>
            {users.map((user) => (
              <Leaker key={user.id} user={user} copy={false} />
            ))}
            {moves && users.slice(0, SIDE_BY_SIDE).map((user) => <Leaker key={`copy-${user.id}`} user={user} copy />)}
          </ul>
        </div>
      )}
    </section>
  );
}
