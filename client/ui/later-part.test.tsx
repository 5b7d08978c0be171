// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it } from 'vitest';
import { laterPart } from './later-part.tsx';

type Props = { count: number };
const Counter = ({ count }: Props) => <p>{count} assets</p>;

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  root = undefined;
  cleanup();
});

/** Code that arrives, or fails, when the test says so. */
const slowCode = () => {
  const { promise, resolve, reject } = Promise.withResolvers<ComponentType<Props>>();
  return {
    load: () => promise,
    arrive: () => act(async () => resolve(Counter)),
    fail: () => act(async () => reject(new TypeError())),
  };
};

/** Hydrates what the server has rendered, with code that has not arrived. */
const hydrate = async (load: () => Promise<ComponentType<Props>>) => {
  const Rendered = laterPart<Props>(async () => Counter);
  await Rendered.preload();
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  container.innerHTML = renderToString(<Rendered count={3} />);
  const complaints: unknown[] = [];
  const Part = laterPart(load);
  await act(async () => {
    root = hydrateRoot(container, <Part count={3} />, { onRecoverableError: (error) => complaints.push(error) });
  });
  return { Part, complaints, text: () => screen.getByText(/assets/) };
};

it("keeps the server's HTML and takes it over when the code arrives", async () => {
  const code = slowCode();
  const { text, complaints } = await hydrate(code.load);
  const served = text();
  await code.arrive();
  expect(text()).toBe(served);
  expect(complaints).toEqual([]);
});

it('shows changed props once the code has arrived, in the same element', async () => {
  const code = slowCode();
  const { Part, text, complaints } = await hydrate(code.load);
  const served = text();
  await act(async () => root?.render(<Part count={4} />));
  expect(text()).toBe(served);
  expect(served.textContent).toBe('3 assets');
  await code.arrive();
  expect(text()).toBe(served);
  expect(served.textContent).toBe('4 assets');
  expect(complaints).toEqual([]);
});

it("keeps the server's HTML if the code can't be loaded", async () => {
  const code = slowCode();
  const { text, complaints } = await hydrate(code.load);
  const served = text();
  await code.fail();
  expect(text()).toBe(served);
  expect(complaints).toEqual([]);
});

it('is there immediately once it has been preloaded, and retries a failed load once', async () => {
  let asked = 0;
  const Part = laterPart<Props>(async () => {
    asked += 1;
    if (asked === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return Counter;
  });
  await Part.preload();
  expect(asked).toBe(2);
  render(<Part count={7} />);
  expect(screen.getByText('7 assets')).toBeTruthy();
});
