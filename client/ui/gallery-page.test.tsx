// @vitest-environment jsdom
import { text } from 'node:stream/consumers';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { afterEach, expect, it, vi } from 'vitest';
import GalleryPage from './gallery-page.tsx';

afterEach(() => vi.restoreAllMocks());

it('renders every component on the server and hydrates it without mismatches', async () => {
  const complaints: unknown[] = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => complaints.push(words));
  // The server has no window, so a component that uses it while rendering fails here.
  vi.stubGlobal('window', undefined);
  vi.stubGlobal('document', undefined);
  const { prelude } = await prerenderToNodeStream(<GalleryPage />, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  const html = await text(prelude);
  vi.unstubAllGlobals();

  document.body.innerHTML = `<div>${html}</div>`;
  const container = document.body.firstElementChild as HTMLElement;
  const root = await act(async () =>
    hydrateRoot(container, <GalleryPage />, { onRecoverableError: (error) => complaints.push(error) }),
  );

  expect(complaints).toEqual([]);
  expect(document.querySelector('style')).toBeNull();
  act(() => root.unmount());
  expect(html).not.toContain('<style');
});

it('gives every button and link an accessible name', () => {
  document.body.innerHTML = renderToString(<GalleryPage />);
  const unnamed = [...document.querySelectorAll('button, a')].filter(
    (element) => !element.getAttribute('aria-label') && !element.textContent?.trim(),
  );
  expect(unnamed.map((element) => element.outerHTML)).toEqual([]);
});
