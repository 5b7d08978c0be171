import { type MouseEvent, useEffect, useReducer, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AdPanel } from '#client/features/downloads/components/ad-panel.tsx';
import { DownloadRefused } from '#client/features/downloads/components/download-refused.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, read, useRead } from '#client/kit/data/query.ts';
import { followDirect, startDirect } from '#client/kit/downloads/direct-download.ts';
import { Countdown } from '#client/ui/charts/countdown.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { resourcePath } from '#contract/paths.ts';
import { countAdClick, getAdOffer } from './api.ts';
import { countdown, countdownLine, startCountdown } from './countdown.ts';

const TICK_MS = 1000;
/** How long "Starting download..." is shown before the download counts as started. */
const STARTING_MS = 1200;

const offerRead = (parameters: URLSearchParams) => {
  const filename = parameters.get('filename');
  return read(getAdOffer, {
    query: { destination: parameters.get('destination') ?? '', ...(filename ? { filename } : {}) },
  });
};

export const page: PageSpec = {
  load: async ({ context, url }) => {
    await load(context, offerRead(url.searchParams));
    return undefined;
  },
  head: ({ context, failure }) => ({
    title: `${failure ? 'Download unavailable' : 'Your download is almost ready'} - ${context.site.siteName}`,
    canonical: null,
  }),
  Failure: DownloadRefused,
};

/** Countdown state. At zero, the browser is sent to `directUrl`, but only once. */
const useCountdown = (seconds: number, directUrl: string) => {
  const [state, dispatch] = useReducer(countdown, seconds, startCountdown);
  // Set at the end of the countdown or when the link is clicked, whichever comes first.
  const hasStarted = useRef(false);
  const { phase, remaining } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tick schedules the next one
  useEffect(() => {
    if (phase === 'started') return;
    if (phase === 'starting' && !hasStarted.current) {
      hasStarted.current = true;
      void startDirect(directUrl);
    }
    const timer = setTimeout(
      () => dispatch(phase === 'counting' ? 'tick' : 'sent'),
      phase === 'counting' ? TICK_MS : STARTING_MS,
    );
    return () => clearTimeout(timer);
  }, [phase, remaining, directUrl]);
  const skip = (event: MouseEvent<HTMLAnchorElement>) => {
    hasStarted.current = true;
    dispatch('skip');
    followDirect(event);
  };
  return { state, skip };
};

/** The text from the specification, with its first sentence enlarged. */
const Started = ({ line }: { line: string }) => {
  const [first = '', rest] = line.split(/(?<=!) /);
  return (
    <>
      <span className="display block text-h2">{first}</span> {rest}
    </>
  );
};

/** Extracts the resource ID from a download URL. */
const idIn = (address: string | null): string => /[0-9a-f-]{36}/.exec(address ?? '')?.[0] ?? '';

/** The interstitial before a free download (specification, sections 2 and 4). */
export default function AdPage() {
  const [parameters] = useSearchParams();
  const offer = useRead(offerRead(parameters));
  const { state, skip } = useCountdown(offer.countdownSeconds, offer.directUrl);
  const { transport } = useAppContext();
  const { ad } = offer;
  // The browser follows the link itself; the click is counted in the background.
  const follow = () => void (ad?.id && countAdClick(transport, { params: { id: ad.id } }).catch(() => null));
  const counting = state.phase === 'counting';
  return (
    <div className="wrap grid gap-9 pt-10 pb-21 md:grid-cols-[minmax(0,1fr)_25rem] md:items-center md:gap-14 md:pt-14">
      <section aria-labelledby="ad-heading" className="min-w-0">
        <h1 id="ad-heading" className="display text-page">
          Your download is almost ready
        </h1>
        <p className="mt-4 flex min-w-0 items-center gap-2 text-muted">
          <Icon name="file" />
          <span className="min-w-0 wrap-anywhere">{offer.filename}</span>
        </p>
        <div className="mt-7 flex flex-wrap items-center gap-6">
          <div className="noscript:hidden">
            <Countdown remaining={state.remaining} total={offer.countdownSeconds} />
          </div>
          <div className="min-w-0 flex-1 basis-64">
            {/* Silent while counting, so that screen readers announce the start and the end but not every second. */}
            <p className="text-lead noscript:hidden" role="status" aria-live={counting ? 'off' : 'polite'}>
              {state.phase === 'started' ? <Started line={countdownLine(state)} /> : countdownLine(state)}
            </p>
            <noscript>
              <p className="text-lead">Use the button below to start your download.</p>
            </noscript>
            <a
              href={offer.directUrl}
              className={buttonClass({ variant: counting ? 'outline' : 'solid', size: 'lg', className: 'mt-4' })}
              onClick={skip}
            >
              <Icon name="download" />
              {counting ? 'Skip & Download Now' : 'Download again'}
            </a>
            {state.phase === 'started' && (
              <p className="mt-4">
                <Link to={resourcePath(idIn(parameters.get('destination')))} className="link">
                  Back to the asset
                </Link>
              </p>
            )}
          </div>
        </div>
      </section>
      {ad && <AdPanel ad={ad} onFollow={follow} />}
    </div>
  );
}
