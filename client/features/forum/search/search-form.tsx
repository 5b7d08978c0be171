import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#client/ui/forms/button.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import type { Category } from '#contract/forum/api.ts';
import { FORUM_SEARCH_PATH } from '#contract/paths.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { FORUM_SEARCH_SORTS, readSearchQuery, type SearchQuery, searchHref } from './search-query.ts';

/** All parts of the forum: each category, followed by its subcategories. */
const placesIn = (categories: readonly Category[]) => [
  { value: '', label: 'All forums' },
  ...categories.flatMap((category) => [
    { value: category.slug, label: category.name },
    ...category.subCategories.map(({ slug, name }) => ({
      value: `${category.slug}/${slug}`,
      label: `${category.name}: ${name}`,
    })),
  ]),
];

/** The words and filters of a search. Without scripts it is a plain form; its values are those in the URL. */
export function ForumSearchForm({ query, categories }: { query: SearchQuery; categories: readonly Category[] }) {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    navigate(searchHref(readSearchQuery(new FormData(event.currentTarget))));
  };
  const places = placesIn(categories);
  // An archived part of the forum isn't in the list, but can be searched by its URL.
  const isListed = !query.in || places.some(({ value }) => value === query.in);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search>
    <form role="search" aria-label="Forums" action={FORUM_SEARCH_PATH} method="get" onSubmit={submit}>
      <SearchField
        key={query.search}
        name="search"
        label="Search the forums"
        placeholder="Search threads and posts..."
        maxLength={SEARCH_MAX_CHARACTERS}
        enterKeyHint="search"
        defaultValue={query.search}
      />
      <div className="mt-4 grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Select
          key={`in ${query.in}`}
          name="in"
          label="Forum"
          defaultValue={query.in ?? ''}
          options={isListed ? places : [...places, { value: query.in ?? '', label: query.in ?? '' }]}
        />
        <TextField
          key={`author ${query.author}`}
          name="author"
          label="Author"
          placeholder="Username"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={64}
          defaultValue={query.author}
        />
        <Select
          key={`sort ${query.sort}`}
          name="sort"
          label="Sort by"
          defaultValue={query.sort ?? ''}
          options={FORUM_SEARCH_SORTS}
        />
        <TextField key={`from ${query.from}`} type="date" name="from" label="From" defaultValue={query.from} />
        <TextField key={`to ${query.to}`} type="date" name="to" label="To" defaultValue={query.to} />
        <Button type="submit" variant="solid">
          Search
        </Button>
      </div>
    </form>
  );
}
