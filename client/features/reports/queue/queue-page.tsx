import { useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { invalidate, load, type Read, read, reload, useLoaded } from '#client/kit/data/query.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { COMMUNITY_PATH } from '#contract/paths.ts';
import type { ForumReports } from '#contract/reports/api.ts';
import { listForumReports } from './queue-api.ts';
import { QueueList } from './queue-list.tsx';

const PAGE = /^[1-9]\d{0,5}$/;

/** Open reports; `page` as in the URL. */
const queueRead = (page: string | null) =>
  read(listForumReports, { query: { status: 'OPEN', ...(page && PAGE.test(page) ? { page } : {}) } });

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const list = queueRead(url.searchParams.get('page'));
    invalidate(context, list);
    // The browser loads the list when the page is shown, and also if this fails.
    if (import.meta.env.SSR) await load(context, list).catch(() => undefined);
    return undefined;
  },
  head: ({ context }) => ({ title: `Forum reports - ${context.site.siteName}`, canonical: null }),
};

const Trouble = ({ error, onAgain }: { error: Error; onAgain: () => void }) =>
  error instanceof CallError && error.status === 403 ? (
    <ErrorState
      title="Only for moderators"
      actions={
        <Link to={COMMUNITY_PATH} className={buttonClass({ variant: 'solid' })}>
          All forums
        </Link>
      }
    >
      Moderators decide on reports about posts in their part of the forum.
    </ErrorState>
  ) : (
    <ErrorState
      title="The reports could not be loaded"
      actions={
        <Button variant="solid" onClick={onAgain}>
          Try again
        </Button>
      }
    >
      {error.message}
    </ErrorState>
  );

const Queue = ({ of }: { of: Read<ForumReports> }) => {
  const context = useAppContext();
  const list = useLoaded(of);
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    load(context, of).catch(setError);
  }, [context, of]);
  const again = (): void => {
    setError(null);
    reload(context, of).catch(setError);
  };
  if (list) return <QueueList list={list} onDecided={() => reload(context, of)} />;
  if (error) return <Trouble error={error} onAgain={again} />;
  return (
    <div className="panel flex justify-center py-14">
      <Spinner label="Loading" />
    </div>
  );
};

/** Open reports about posts, for the moderators of their categories (next.md CO-6²). */
export default function QueuePage() {
  const [parameters] = useSearchParams();
  const asked = parameters.get('page');
  const of = useMemo(() => queueRead(asked), [asked]);
  return (
    <div className="wrap py-9 md:py-14">
      <div className="mx-auto max-w-[46rem]">
        <PageTitle>Forum reports</PageTitle>
        <p className="mt-4 mb-6 text-muted">Open reports about posts in the parts of the forum that you moderate.</p>
        <Queue key={of.key} of={of} />
      </div>
    </div>
  );
}
