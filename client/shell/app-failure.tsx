// When a page breaks, or its data or code cannot be had. It stands alone: the shell itself may be what broke.
import { useRouteError } from 'react-router';
import { CallError } from '#client/kit/data/call.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** What browsers and the page loader say when code did not arrive. */
const chunkFailure = /dynamically imported module|importing a module script|took too long to load/i;

type Words = { title: string; message: string; retry: string };

/** Words for an error of the router; never the error's own text, unless it is a sentence of the site. */
export function wordsOf(error: unknown): Words {
  if (error instanceof CallError && error.code === 'MAINTENANCE')
    return { title: 'Back soon', message: error.message, retry: 'Try again' };
  if (error instanceof CallError) return { title: 'Error', message: error.message, retry: 'Try again' };
  if (error instanceof Error && chunkFailure.test(error.message)) {
    return {
      title: 'Unexpected Application Error!',
      message: 'A part of this page did not arrive. Check your connection and try again.',
      retry: 'Try again',
    };
  }
  return {
    title: 'Unexpected Application Error!',
    message: 'This page stopped while loading. Reload, or go back to the assets.',
    retry: 'Reload',
  };
}

/** A plain link and a real reload: both start afresh, whatever state the application is in. */
export function AppFailure() {
  const { title, message, retry } = wordsOf(useRouteError());
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title={title}
        heading="h1"
        actions={
          <>
            <Button variant="solid" className="noscript:hidden" onClick={() => window.location.reload()}>
              {retry}
            </Button>
            <a href="/resources" className={buttonClass()}>
              Browse assets
            </a>
          </>
        }
      >
        {message}
      </ErrorState>
    </div>
  );
}
