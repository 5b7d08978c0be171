// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { SearchForm } from './search-form.tsx';

const open = () => {
  const router = createMemoryRouter([
    { path: '/', element: <SearchForm label="Search assets" placeholder="Search" size="hero" /> },
    { path: '/resources', element: <p>listing</p> },
  ]);
  render(<RouterProvider router={router} />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  const search = (term: string) => {
    fireEvent.change(field, { target: { value: term } });
    if (field.form) fireEvent.submit(field.form);
  };
  return { router, field, search };
};

afterEach(cleanup);

describe('SearchForm', () => {
  it.each(['', '   ', '\t '])('does nothing for %j', (term) => {
    const { router, search } = open();
    search(term);
    expect(router.state.location.pathname).toBe('/');
    expect(router.state.navigation.state).toBe('idle');
  });

  it.each([
    ['  film look ', 'film look'],
    ['100% & more #1?', '100% & more #1?'],
    ['ü/\\"<b>', 'ü/\\"<b>'],
  ])('navigates to the listing for %j, trimmed and encoded', async (term, expected) => {
    const { router, search } = open();
    search(term);
    await screen.findByText('listing');
    const { pathname, search: query, hash } = router.state.location;
    expect([pathname, hash]).toEqual(['/resources', '']);
    expect([...new URLSearchParams(query)]).toEqual([['search', expected]]);
  });

  it('is a plain GET form to the listing without scripts', () => {
    const { field } = open();
    expect(field.name).toBe('search');
    expect(field.form?.method).toBe('get');
    expect(field.form?.getAttribute('action')).toBe('/resources');
  });
});
