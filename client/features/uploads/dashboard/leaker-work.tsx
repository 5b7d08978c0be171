import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigation, useRevalidator, useSearchParams } from 'react-router';
import { DemandRadar } from '#client/features/requests/components/demand-radar.tsx';
import { useSlow } from '#client/features/resources/components/listing/use-slow.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { LeakerActivity } from './leaker-activity.tsx';
import { LeakerProfile } from './leaker-profile.tsx';
import {
  leakerHref,
  leakerStatsRead,
  leakerUploadsRead,
  readLeakerQuery,
  readStart,
  startHref,
} from './leaker-query.ts';
import { LeakerSpace } from './leaker-space.tsx';
import { LeakerStats } from './leaker-stats.tsx';
import { LeakerUploads } from './leaker-uploads.tsx';
import { NewUpload } from './new-upload.tsx';

/** Polling interval of the uploads list while files are being received or checked. */
const LIST_POLL_MS = 3000;

/** Calls `look` periodically while uploads are in progress and the page is visible. */
const useLook = (isUnderWay: boolean, look: () => void): void => {
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), LIST_POLL_MS);
    return () => clearInterval(timer);
  }, [isUnderWay, look]);
};

/** The leaker's workspace: stats, uploads, activity, demand and the upload form. */
export function LeakerWork({ user }: { user: Account }) {
  const [parameters] = useSearchParams();
  const { location, state } = useNavigation();
  const { revalidate, state: revalidation } = useRevalidator();
  const query = readLeakerQuery(parameters);
  // Controls show a new selection immediately; the lists change once they have loaded.
  const isLeading = location?.pathname === '/leaker';
  const aim = isLeading ? readLeakerQuery(new URLSearchParams(location.search)) : query;
  const isBusy = isLeading || state === 'loading' || revalidation === 'loading';
  const slow = useSlow(isBusy);
  const start = useMemo(() => readStart(parameters), [parameters]);
  const retry = useCallback(() => void revalidate(), [revalidate]);

  const isLoaded = useLoaded(leakerStatsRead) !== undefined;
  // If the user became a leaker while this page was open, load its data now.
  const isAsked = useRef(isLoaded);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    retry();
  }, [retry]);

  const listed = useLoaded(leakerUploadsRead(query));
  const isUnderWay = listed?.uploads.some(({ receiving, checking }) => receiving + checking > 0) ?? false;
  useLook(isUnderWay, retry);

  return (
    <>
      <LeakerProfile user={user} />
      <div className="grid gap-4">
        <LeakerStats busy={isBusy} onRetry={retry} />
        <LeakerSpace busy={isBusy} onRetry={retry} />
      </div>
      <div className="leaker-columns">
        <LeakerUploads query={query} aim={aim} busy={isBusy} slow={slow} onRetry={retry} />
        <LeakerActivity query={query} aim={aim} busy={isBusy} slow={slow} onRetry={retry} />
      </div>
      <DemandRadar
        filter={query}
        aim={aim}
        busy={isBusy}
        slow={slow}
        hrefOf={(change) => leakerHref(aim, change)}
        startHrefOf={(start) => startHref(query, start)}
        onRetry={retry}
      />
      <Ruler />
      {/* Target of the "New upload" link. Focusable, so that keyboard users continue here. */}
      <div id="upload" tabIndex={-1} className="scroll-mt-5 outline-0">
        <NewUpload start={start} onSubmitted={retry} />
      </div>
    </>
  );
}
