import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

/**
 * The processing screen (specification, section 2). `lost` shows a link to the home page after three seconds; a string is shown
 * above that link.
 */
export function ProcessingScreen({ line, action, lost }: { line: string; action?: ReactNode; lost?: true | string }) {
  return (
    <div className="wrap py-11 md:py-21">
      <div className="panel flex flex-col items-center gap-4 px-5 py-14 text-center">
        <Spinner />
        <h1 className="display text-state">Processing Request</h1>
        <p className="max-w-[44ch] text-muted wrap-anywhere" role="status">
          {line}
        </p>
        {action}
        {lost && (
          <div className="later flex flex-col items-center gap-4">
            {lost !== true && <p className="max-w-[44ch] text-muted">{lost}</p>}
            <Link to="/" className={buttonClass()}>
              Back to home
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}
