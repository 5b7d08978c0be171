import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchRead } from '#client/features/admin/dashboard/dashboard-api.ts';
import { useSlashKey } from '#client/features/resources/components/listing/use-slash-key.ts';
import { adminDay, shortId } from '#client/kit/admin/admin-labels.ts';
import type { AdminSection, PanelState } from '#client/kit/admin/panel-link.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { load } from '#client/kit/data/query.ts';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import type { AdminSearch } from '#contract/admin/dashboard.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

type Hit = { id: string; title: string; note: string; section: AdminSection };
type Group = { name: string; hits: Hit[] };

const groupsOf = ({ users, uploads, applications }: AdminSearch): Group[] =>
  [
    {
      name: 'Users',
      hits: users.map(
        ({ id, username, email, role }): Hit => ({
          id,
          title: username,
          note: `${role}, ${email}`,
          section: 'users',
        }),
      ),
    },
    {
      name: 'Uploads',
      hits: uploads.map(
        ({ id, title, leaker, status }): Hit => ({
          id,
          title,
          note: `${status}, by ${leaker}`,
          section: 'uploads',
        }),
      ),
    },
    {
      name: 'Applications',
      hits: applications.map(
        ({ id, username, status, createdAt }): Hit => ({
          id,
          title: username,
          note: `${status}, ${adminDay(createdAt)}`,
          section: 'leakers',
        }),
      ),
    },
  ].filter(({ hits }) => hits.length > 0);

type Answer = { text: string; groups: Group[]; failure: string | null };

/** Debounced search results for the typed text; null until the first ones arrive. */
const useHits = (typed: string): Answer | null => {
  const context = useAppContext();
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    const text = typed.trim();
    if (text === '') return setAnswer(null);
    let left = false;
    const timer = setTimeout(() => {
      load(context, searchRead(text)).then(
        (found) => left || setAnswer({ text, groups: groupsOf(found), failure: null }),
        (error: unknown) =>
          left ||
          setAnswer({ text, groups: [], failure: error instanceof CallError ? error.message : 'The search failed.' }),
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [context, typed]);
  return answer;
};

const FIELD_ID = 'admin-search';

/** Searches users, uploads and applications from any admin page. `/` focuses it. */
export function GlobalSearch() {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useId();
  const answer = useHits(typed);
  const hits = answer?.groups.flatMap((group) => group.hits) ?? [];
  const isShown = isOpen && typed.trim() !== '';

  useSlashKey(FIELD_ID);

  const follow = ({ id, section }: Hit): void => {
    setTyped('');
    setOpen(false);
    const state: PanelState = { section, search: shortId(id) };
    void navigate('/admin', { state });
  };

  const onKeyDown = (event: React.KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && hits.length > 0) {
      event.preventDefault();
      setOpen(true);
      const from = active < 0 && step < 0 ? 0 : active;
      setActive((from + step + hits.length) % hits.length);
      return;
    }
    if (event.key === 'Escape' && isShown) {
      // The first Escape only closes the list; by default, browsers would also clear the field.
      event.preventDefault();
      setOpen(false);
      return;
    }
    const hit = hits[Math.max(active, 0)];
    if (event.key === 'Enter' && isShown && hit && answer?.text === typed.trim()) {
      event.preventDefault();
      follow(hit);
    }
  };

  const status = answer === null ? 'Searching' : (answer.failure ?? (hits.length === 0 ? 'Nothing found.' : null));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices when focus leaves
    <div
      className="admin-search"
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <SearchField
        id={FIELD_ID}
        label="Search users, uploads, IDs"
        placeholder="Search users, uploads, IDs"
        className="admin-search-field"
        value={typed}
        onValueChange={(text) => {
          setTyped(text);
          setActive(-1);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${list}-${active}` : undefined}
        maxLength={200}
      >
        <kbd className="kbd max-md:hidden">/</kbd>
      </SearchField>
      <div className="admin-drop-panel admin-search-panel" hidden={!isShown}>
        {status && (
          <p role="status" className="p-4 text-muted">
            {status}
          </p>
        )}
        <div id={list} role="listbox" aria-label="Results" className="p-2" hidden={hits.length === 0}>
          {answer?.groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
            <div key={group.name} role="group" aria-label={group.name}>
              <p className="px-3 pt-2 pb-1 text-sm text-muted" aria-hidden="true">
                {group.name}
              </p>
              {group.hits.map((hit) => {
                const place = hits.indexOf(hit);
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the search field has focus and handles keys
                  <div
                    key={hit.id}
                    id={`${list}-${place}`}
                    role="option"
                    aria-selected={place === active}
                    className="admin-hit"
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => follow(hit)}
                  >
                    <span className="min-w-0 flex-1">
                      <span className="block truncate">{hit.title}</span>
                      <span className="block truncate text-sm text-muted">{hit.note}</span>
                    </span>
                    <span className="mono text-muted">{shortId(hit.id)}</span>
                  </div>
                );
              })}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
