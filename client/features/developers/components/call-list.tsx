import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { ApiGuide, ApiLine } from '#contract/developers/api.ts';
import { DEVELOPERS_PATH, groupPath } from './api-reads.ts';
import { Method, whoMay } from './call-marks.tsx';
import { MarkedText } from './marked-text.tsx';

const textOf = (line: ApiLine): string =>
  [line.id, line.method, line.path, line.summary, whoMay(line)].join(' ').toLowerCase();

/** Whether an endpoint matches every typed word, in any order. */
const hasWords = (line: ApiLine, typed: string): boolean => {
  const text = textOf(line);
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
};

const Line = ({ line, group }: { line: ApiLine; group: string }) => (
  <li className="api-line">
    <Method method={line.method} />
    <div className="min-w-0">
      <Link to={groupPath(group, line.id)} className="mono row-link wrap-anywhere hover:underline">
        {line.path}
      </Link>
      <p className="mt-1 text-sm text-muted">
        <MarkedText text={line.summary} />
      </p>
    </div>
    <p className="text-sm text-muted">{whoMay(line)}</p>
  </li>
);

/** All endpoints by group, filtered while typing. Without scripts, the search is a plain form. */
export function CallList({ groups, search }: { groups: ApiGuide['groups']; search: string }) {
  const [typed, setTyped] = useState(search);
  const found = groups.flatMap(({ id, title, lines }) => {
    const hits = lines.filter((line) => hasWords(line, typed));
    return hits.length > 0 ? [{ id, title, hits }] : [];
  });
  const count = found.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <section id="calls" aria-labelledby="calls-title" className="scroll-mt-6">
      <h2 id="calls-title" className="display text-h2">
        All calls
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser that the site serves */}
      <form
        role="search"
        aria-label="Calls"
        action={`${DEVELOPERS_PATH}#calls`}
        method="get"
        className="mt-5 max-w-prose"
        onSubmit={(event) => event.preventDefault()}
      >
        <SearchField
          name="search"
          label="Search API calls"
          placeholder="Path, name or scope..."
          maxLength={100}
          value={typed}
          onValueChange={setTyped}
        />
      </form>
      <p role="status" className="mt-3 text-sm text-muted">
        {count === 1 ? '1 call' : `${count} calls`}
      </p>
      {count === 0 && (
        <EmptyState title="No calls found">
          <p>Try part of the path, or fewer words.</p>
        </EmptyState>
      )}
      {found.map(({ id, title, hits }) => (
        // Collapsed, because this would otherwise be the site's longest page; expanded during a search.
        <details key={id} open={typed.trim() !== ''} className="api-group border-t border-line">
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3">
            <h3 className="text-h3 font-semibold">{title}</h3>
            <span className="flex items-center gap-3 text-muted">
              <span className="mono">{hits.length}</span>
              <Icon name="chevron" />
            </span>
          </summary>
          <p className="mb-3">
            <Link to={groupPath(id)} className="link inline-flex min-h-9 items-center">
              {title} reference
            </Link>
          </p>
          <ul className="mb-7 border-t border-line">
            {hits.map((line) => (
              <Line key={line.id} line={line} group={id} />
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
