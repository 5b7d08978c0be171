import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { FORUM_SEARCH_PATH } from '#contract/paths.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

/** The search box of the forum's pages, which opens the search page. `place` is the part of the forum to search. */
export function ForumSearchBox({ label, place }: { label: string; place?: string }) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)] as [string, string][];
    navigate(`${FORUM_SEARCH_PATH}?${new URLSearchParams(fields)}`);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form role="search" action={FORUM_SEARCH_PATH} method="get" onSubmit={submit}>
      {place && <input type="hidden" name="in" value={place} />}
      <SearchField
        name="search"
        label={label}
        placeholder={`${label}...`}
        maxLength={SEARCH_MAX_CHARACTERS}
        enterKeyHint="search"
        required
      />
    </form>
  );
}
