// Wraps each page in the router: shows the error screen after a failed load and keeps the document title up to date.
import { type ReactNode, useEffect } from 'react';
import { useLoaderData, useLocation, useMatches, useParams } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { Failure, PageHandle } from '#client/kit/data/page.ts';
import { FailureScreen } from './failure-screen.tsx';

const useTitle = (failure: Failure | null): void => {
  const context = useAppContext();
  const params = useParams() as Record<string, string>;
  const location = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  useEffect(() => {
    const url = new URL(location.pathname + location.search, window.location.origin);
    const head = handle?.spec?.head({ context, params, url, failure });
    if (head) document.title = head.title;
  }, [context, params, location, handle, failure]);
};

export function PageFrame({ children }: { children: ReactNode }) {
  const failure = useLoaderData() as Failure | null;
  useTitle(failure);
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  if (!failure) return children;
  const Own = handle?.spec?.Failure;
  const screen = <FailureScreen failure={failure} />;
  return Own ? <Own failure={failure} fallback={screen} /> : screen;
}
