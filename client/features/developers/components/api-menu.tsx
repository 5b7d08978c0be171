import { Link } from 'react-router';
import type { ApiGroup } from '#contract/developers/api.ts';
import { DEVELOPERS_PATH, groupPath } from './api-reads.ts';

/** Links to the guide and the endpoint groups, next to the page or above it. */
export function ApiMenu({ groups, current }: { groups: ApiGroup['groups']; current: string | null }) {
  return (
    <nav aria-label="API" className="max-md:bleed-x md:sticky md:top-5">
      <ul className="flex gap-x-1 md:flex-col">
        <li>
          <Link to={DEVELOPERS_PATH} aria-current={current === null ? 'page' : undefined} className="api-link">
            Guide
          </Link>
        </li>
        {groups.map(({ id, title, calls }) => (
          <li key={id}>
            <Link to={groupPath(id)} aria-current={current === id ? 'page' : undefined} className="api-link">
              {title} <span className="mono text-muted">{calls}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
