import { Link } from 'react-router';
import { reportPath } from '#contract/paths.ts';

/** Link to the report form for the page at `path`. */
export function ReportLink({ path, what }: { path: string; what: 'resource' | 'profile' }) {
  return (
    <p className="mt-3 text-sm text-muted">
      <Link to={reportPath(path)} className="site-link" aria-label={`Report this ${what}`}>
        Report
      </Link>
    </p>
  );
}
