// The maintenance page. Works without the router, and links only to the login page.

import { useAppContext } from '#client/kit/data/app-context.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { problemOf } from '#contract/problems.ts';
import { LogoMark, logoClass } from '../kit/logo.tsx';
import { StateBox } from '../ui/state-box.tsx';

export function ClosedScreen({ here }: { here: string }) {
  const { site } = useAppContext();
  return (
    <div className="shell">
      <header className="site-header">
        <div className="wrap flex h-15 items-center md:h-17">
          <span className={logoClass}>
            <LogoMark site={site} />
          </span>
        </div>
      </header>
      <main id="main" className="wrap py-11 md:py-21">
        <StateBox
          title="Back soon"
          heading="h1"
          track={
            <>
              <i className="flex-3 rounded-sm bg-raised" />
              <i className="flex-1 rounded-sm bg-tungsten" />
              <i className="gap flex-5" />
            </>
          }
          actions={
            <>
              <a href={here} className={buttonClass({ variant: 'solid' })}>
                Try again
              </a>
              <a href="/login" className={buttonClass()}>
                Login
              </a>
            </>
          }
        >
          {problemOf('MAINTENANCE').message}
        </StateBox>
      </main>
    </div>
  );
}
