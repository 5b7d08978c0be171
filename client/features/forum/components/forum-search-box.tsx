import { SearchField } from '#client/ui/forms/search-field.tsx';
import { FORUM_SEARCH_PATH } from '#contract/paths.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

/**
 * The search box of the forum's pages. The browser opens the search page itself, because code for it would be in the file that
 * threads load, too. `place` is the part of the forum to search.
 */
export function ForumSearchBox({ label, place }: { label: string; place?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form role="search" action={FORUM_SEARCH_PATH} method="get">
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
