// Error screen for a page that crashed, or whose data or code failed to load. Works without the shell, because the shell may be
// what crashed.
import { useRouteError } from 'react-router';
import { CallError } from '#client/kit/data/call.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

/** Matches the errors that browsers and the page loader throw when code fails to load. */
const chunkFailure = /dynamically imported module|importing a module script|took too long to load/i;

type Words = { title: string; message: string; retry: string };

/** Text for a router error. An error's own message is shown only if it comes from the site. */
export function wordsOf(error: unknown): Words {
  if (error instanceof CallError && error.code === 'MAINTENANCE')
    return { title: 'Back soon', message: error.message, retry: 'Try again' };
  if (error instanceof CallError) return { title: 'Error', message: error.message, retry: 'Try again' };
  if (error instanceof Error && chunkFailure.test(error.message)) {
    return {
      title: 'Unexpected Application Error!',
      message: 'Part of this page failed to load. Check your connection and try again.',
      retry: 'Try again',
    };
  }
  return {
    title: 'Unexpected Application Error!',
    message: 'Something went wrong while loading this page. Reload it, or browse assets instead.',
    retry: 'Reload',
  };
}

/** Error screen with a plain link and a full reload, both of which work whatever state the app is in. */
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
