import { Link } from 'react-router';
import { buttonClass } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { reportPath } from '#contract/paths.ts';

/** Leads to the form for a report about the page at `path`, below what the page says of it. */
export const ReportLink = ({ path, what }: { path: string; what: 'resource' | 'profile' }) => (
  <p className="mt-3.5">
    <Link
      to={reportPath(path)}
      className={buttonClass({ variant: 'quiet', size: 'sm' })}
      aria-label={`Report this ${what}`}
    >
      <Icon name="flag" small />
      Report
    </Link>
  </p>
);
