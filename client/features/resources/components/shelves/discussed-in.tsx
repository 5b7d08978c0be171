import { useId } from 'react';
import { Link } from 'react-router';
import { signInPath } from '#client/features/resources/components/sign-in-link.tsx';
import { Ago } from '#client/kit/text/ago.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Discussion, getDiscussions } from '#contract/forum/discussions.ts';
import type { ReplyOf } from '#contract/http.ts';
import { askPath, threadPath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';

const repliesOf = ({ postCount }: Discussion): string => `${postCount - 1} ${postCount === 2 ? 'reply' : 'replies'}`;

const Row = ({ thread }: { thread: Discussion }) => (
  <li className="relative flex flex-wrap items-center gap-x-3.5 gap-y-1 border-b border-line px-4 py-3 last:border-0 sm:flex-nowrap">
    <Avatar name={thread.author.username} src={thread.author.avatar} size={34} />
    <div className="min-w-0 flex-1">
      <h3 className="font-semibold wrap-anywhere">
        <Link to={threadPath(thread, thread.id)} className="after:absolute after:inset-0 hover:underline">
          {thread.title}
        </Link>
      </h3>
      <p className="truncate text-sm text-muted">
        {thread.author.username}: {thread.excerpt}
      </p>
    </div>
    <p className="mono flex gap-x-6 text-muted max-sm:w-full max-sm:pl-12">
      <span>{repliesOf(thread)}</span>
      <Ago time={thread.lastPostAt} className="sm:min-w-28 sm:text-right" />
    </p>
  </li>
);

/** Threads that link to the asset, and a link that starts another one. Without threads, only a quiet line with that link. */
export function DiscussedIn({
  resource,
  threads,
  askIn,
  guest,
}: { resource: Resource; guest: boolean } & ReplyOf<typeof getDiscussions>) {
  const id = useId();
  const path = askIn && askPath(askIn, resource.id);
  const ask = path && (
    <Link to={guest ? signInPath(path) : path} className={buttonClass({ size: 'sm' })}>
      <Icon name="help" small />
      Ask {resource.author}
    </Link>
  );
  if (threads.length === 0) {
    return (
      ask && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
          Questions about this asset?
          {ask}
        </p>
      )
    );
  }
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id} actions={ask}>
        Discussed in
      </SectionHeading>
      <ul className="panel">
        {threads.map((thread) => (
          <Row key={thread.id} thread={thread} />
        ))}
      </ul>
    </section>
  );
}
