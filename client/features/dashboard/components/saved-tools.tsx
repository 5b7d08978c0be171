import { type FormEvent, useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { type DashboardQuery, dashboardHref } from '#client/features/dashboard/dashboard-query.ts';
import { useSearchParamInput } from '#client/kit/use-search-param-input.ts';
import { SearchField } from '#client/ui/forms/search-field.tsx';

/** Categories of the saved items, as pills. The selected one is in the URL. */
export function SavedFilter({ aim, categories }: { aim: DashboardQuery; categories: string[] }) {
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  // A category that appears only in the URL gets a pill as well, so that it can be deselected.
  const isStrange = aim.category !== '' && !categories.some((name) => isSame(name, aim.category));
  const shown = isStrange ? [...categories, aim.category] : categories;
  return (
    <nav id="saved-filter" aria-label="Saved item categories" className="bleed-x gap-2">
      {['', ...shown].map((category) => (
        <Link
          key={category}
          ref={category === '' ? first : undefined}
          className="pill"
          to={dashboardHref(aim, { category })}
          replace
          preventScrollReset
          aria-current={isSame(category, aim.category) ? 'true' : undefined}
        >
          {category || 'All'}
        </Link>
      ))}
    </nav>
  );
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Search box for saved items. Typed text is put into the URL after 300 ms. */
export function SavedSearch({ aim, takesFocus }: { aim: DashboardQuery; takesFocus: boolean }) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const { typed, setTyped, mirror } = useSearchParamInput(aim.search, (search) =>
    navigate(dashboardHref(aim, { search }), { replace: true, preventScrollReset: true }),
  );
  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [takesFocus]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mirror(typed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to every browser that the site serves
    <form ref={form} id="saved-search" role="search" action="/dashboard" method="get" onSubmit={submit}>
      <SearchField
        name="search"
        label="Search saved items"
        placeholder="Search saved items..."
        maxLength={200}
        enterKeyHint="search"
        value={typed}
        onValueChange={setTyped}
        onClear={() => mirror('')}
      />
    </form>
  );
}
