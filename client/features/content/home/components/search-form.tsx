// Search form in the header and on the home page, which opens the listing: a plain GET form, enhanced by scripts.
import type { ReactNode, SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { listingPath } from '#contract/paths.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';

export function SearchForm({
  label,
  placeholder,
  size,
  className,
  children,
}: {
  label: string;
  placeholder: string;
  /** `bar`: compact, for the header. `hero`: large and light, on top of an image. */
  size: 'bar' | 'hero';
  className?: string;
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const term = String(new FormData(form).get('search') ?? '').trim();
    if (!term) return;
    form.reset();
    navigate(listingPath({ search: term }));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser that the site serves
    <form role="search" aria-label={label} action="/resources" method="get" className={className} onSubmit={submit}>
      <SearchField
        label={placeholder}
        placeholder={placeholder}
        name="search"
        maxLength={SEARCH_MAX_CHARACTERS}
        tone={size === 'hero' ? 'paper' : 'plain'}
        className={size === 'hero' ? 'search-hero' : 'search-bar'}
      >
        {children}
      </SearchField>
    </form>
  );
}
