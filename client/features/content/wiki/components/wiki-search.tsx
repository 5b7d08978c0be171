import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { useLoaded } from '#client/kit/data/query.ts';
import { useSearchParamInput } from '#client/kit/use-search-param-input.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import type { WikiHit } from '#contract/content/wiki.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { hitsRead, WIKI_PATH, wikiPlace } from './wiki-reads.ts';

const pathOf = (search: string): string => (search ? `${WIKI_PATH}?${new URLSearchParams({ search })}` : WIKI_PATH);

/** The search box. Typed text is put into the URL after 300 ms; without scripts it is a plain form. */
export function WikiSearch({ search }: { search: string }) {
  const navigate = useNavigate();
  const { typed, setTyped, mirror } = useSearchParamInput(search, (words) =>
    // The first search adds a history entry, so that Back returns to the reading position.
    navigate(pathOf(words), { replace: search !== '', preventScrollReset: true }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mirror(typed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser that the site serves
    <form
      role="search"
      aria-label="Wiki"
      action={WIKI_PATH}
      method="get"
      className="wiki-search max-w-160"
      onSubmit={submit}
    >
      <SearchField
        name="search"
        label="Search the wiki"
        placeholder="Search the wiki..."
        maxLength={SEARCH_MAX_CHARACTERS}
        enterKeyHint="search"
        value={typed}
        onValueChange={setTyped}
        onClear={() => mirror('')}
      />
    </form>
  );
}

const Hit = ({ hit: { id, title, section, excerpt } }: { hit: WikiHit }) => (
  <li className="wiki-hit relative border-t border-line py-5 wrap-anywhere">
    <p className="mono text-muted">{section}</p>
    <h2 className="mt-1 text-h3 font-semibold">
      <Link to={wikiPlace(id)} className="row-link hover:underline">
        {title}
      </Link>
    </h2>
    <p className="mt-2 text-muted">
      {excerpt.map(({ text, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one passage never change their order
        isHit ? <mark key={index}>{text}</mark> : text,
      )}
    </p>
  </li>
);

const All = () => (
  <Link to={WIKI_PATH} className={buttonClass()}>
    Show the whole wiki
  </Link>
);

/** Search results. `isSlow` is true while another search is taking long to load. */
export function WikiResults({ search, isSlow }: { search: string; isSlow: boolean }) {
  const hits = useLoaded(hitsRead(search))?.hits;
  const count = hits?.length ?? 0;
  const told = `${count} ${count === 1 ? 'result' : 'results'} for "${search}"`;
  return (
    <div className="min-w-0">
      <p className="mb-4 min-h-5 text-sm text-muted wrap-anywhere" role="status">
        {isSlow ? 'Searching the wiki' : hits && told}
      </p>
      {!hits && !isSlow && <Message tone="error">Wiki search failed. Please try again.</Message>}
      {hits?.length === 0 && (
        <EmptyState
          title="Nothing found in the wiki"
          actions={
            <>
              <All />
              <Link to="/community" className={buttonClass({ variant: 'solid' })}>
                Ask the community
              </Link>
            </>
          }
        >
          Try fewer or different words.
        </EmptyState>
      )}
      {hits && hits.length > 0 && (
        <>
          <ul aria-busy={isSlow || undefined}>
            {hits.map((hit) => (
              <Hit key={hit.id} hit={hit} />
            ))}
          </ul>
          <p className="mt-9">
            <All />
          </p>
        </>
      )}
    </div>
  );
}
