// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

const NOTE = 'Part of this page failed to load. Check your connection and try again.';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };
const Window = ({ open }: Props) => open && <p role="dialog">Here it is</p>;

/** A loader that fails the given number of times and then succeeds. `asked` counts its calls. */
const failing = (times: number) => {
  const loads = { asked: 0, load: async (): Promise<ComponentType<Props>> => Window };
  loads.load = async () => {
    loads.asked += 1;
    if (loads.asked <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return Window;
  };
  return loads;
};

/** A page with a text field and a button that shows the part. */
const Page = ({ Part }: { Part: ComponentType<Props> }) => {
  const [openings, setOpenings] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button
        type="button"
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Open
      </button>
      {openings > 0 && <Part key={openings} open={open} onOpenChange={setOpen} />}
    </>
  );
};

const openOn = (Part: ComponentType<Props>) => {
  render(<Page Part={Part} />);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'typed' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
};

const typed = () => screen.getByLabelText<HTMLInputElement>('Name').value;

it('retries once automatically and caches the loaded component', async () => {
  const loads = failing(1);
  const Part = lazyPart(loads.load);
  openOn(Part);
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(loads.asked).toBe(2);
  cleanup();
  openOn(Part);
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(loads.asked).toBe(2);
});

it('shows a failure without losing the page, and loads again on "Try again"', async () => {
  const loads = failing(2);
  openOn(lazyPart(loads.load, { leave: ({ onOpenChange }) => onOpenChange(false) }));
  expect((await screen.findByRole('alert')).textContent).toContain(NOTE);
  expect(loads.asked).toBe(2);
  expect(typed()).toBe('typed');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('typed');
});

it('loads again when the opener is pressed again', async () => {
  const loads = failing(2);
  openOn(lazyPart(loads.load));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('has a failure note that can be closed if the part could be closed', async () => {
  openOn(lazyPart(failing(2).load, { leave: ({ onOpenChange }) => onOpenChange(false) }));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('typed');
});

it('shows no note for a silent part or a failed preload', async () => {
  const silent = failing(2);
  const Part = lazyPart(silent.load, { silent: true });
  openOn(Part);
  await expect.poll(() => silent.asked).toBe(2);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('typed');

  const ahead = failing(2);
  const Ahead = lazyPart(ahead.load);
  Ahead.preload();
  await expect.poll(() => ahead.asked).toBe(2);
  cleanup();
  openOn(Ahead);
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('shows the waiting content while it loads', async () => {
  openOn(lazyPart(failing(0).load, { waiting: <p>Loading</p> }));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});
