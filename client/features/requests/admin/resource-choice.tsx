import { useEffect, useId, useState } from 'react';
import { listResources } from '#client/features/resources/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { SEARCH_DEBOUNCE_MS, SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

const SHOWN = '6';

export type ChosenResource = { id: string; title: string; author?: string };

const hitsRead = (search: string) => read(listResources, { query: { search, limit: SHOWN } });

/** Search field for finding the public resource that fulfils a request. Its initial search text is the request's name. */
export function ResourceChoice({
  first,
  chosen,
  error,
  onChoose,
}: {
  first: string;
  chosen: ChosenResource | null;
  error: string | undefined;
  onChoose: (resource: ChosenResource) => void;
}) {
  const context = useAppContext();
  const [typed, setTyped] = useState(first.slice(0, SEARCH_MAX_CHARACTERS));
  const [failure, setFailure] = useState<string | null>(null);
  const [asked, setAsked] = useState('');
  const [legend, problem] = [useId(), useId()];
  const search = typed.trim();
  useEffect(() => {
    if (search === '') {
      setAsked('');
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      load(context, hitsRead(search)).then(
        () => {
          if (!isCurrent) return;
          setFailure(null);
          setAsked(search);
        },
        (reason: Error) => isCurrent && setFailure(reason.message),
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [context, search]);
  const reply = useLoaded(hitsRead(asked));
  const hits = asked ? (reply?.resources ?? []) : [];
  // Keep the selected resource visible, even if later searches do not find it.
  const rows: ChosenResource[] = chosen && !hits.some(({ id }) => id === chosen.id) ? [chosen, ...hits] : hits;
  return (
    <div role="radiogroup" aria-labelledby={legend} aria-describedby={error ? problem : undefined}>
      <p id={legend} className="mb-1.5 text-sm font-semibold">
        Fulfilled by
      </p>
      <SearchField
        label="Search assets"
        placeholder="Search assets..."
        maxLength={SEARCH_MAX_CHARACTERS}
        value={typed}
        onValueChange={setTyped}
        className="h-11"
      />
      <ul className="mt-2 border-t border-line">
        {rows.map((row) => (
          <li key={row.id} className="border-b border-line">
            <label className="flex min-h-11 items-center gap-2.5 py-1.5">
              <input
                type="radio"
                name="resource"
                checked={chosen?.id === row.id}
                onChange={() =>
                  onChoose({ id: row.id, title: row.title, ...(row.author ? { author: row.author } : {}) })
                }
              />
              <span className="min-w-0 wrap-anywhere">
                {row.title}
                {row.author && <span className="text-muted"> by {row.author}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-sm text-muted" role="status">
        {failure ?? (asked && hits.length === 0 ? `No public asset matches "${asked}".` : '')}
      </p>
      {error && (
        <p id={problem} className="mt-1 text-sm text-clip">
          {error}
        </p>
      )}
    </div>
  );
}
