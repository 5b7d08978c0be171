import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { profileHref } from '#client/features/members/profile-query.ts';
import { useSearchParamInput } from '#client/kit/use-search-param-input.ts';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { profilePath } from '#contract/paths.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

/** Search box for a user's uploads. It is a plain form; scripts keep it in sync with the URL. */
export function UploadsSearch({ username, search }: { username: string; search: string }) {
  const navigate = useNavigate();
  const { typed, setTyped, mirror } = useSearchParamInput(search, (text) =>
    navigate(profileHref(username, { search: text }), { replace: true, preventScrollReset: true }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mirror(typed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser that the site serves
    <form role="search" action={profilePath(username)} method="get" onSubmit={submit}>
      <SearchField
        name="search"
        label={`Search ${username}'s uploads`}
        placeholder="Search uploads, editors, keywords..."
        maxLength={SEARCH_MAX_CHARACTERS}
        enterKeyHint="search"
        value={typed}
        onValueChange={setTyped}
        onClear={() => mirror('')}
      />
    </form>
  );
}
