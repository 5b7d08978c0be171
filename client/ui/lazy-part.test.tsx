// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

afterEach(cleanup);

const NOTE = 'A part of this page did not arrive. Check your connection and try again.';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };
const Window = ({ open }: Props) => open && <p role="dialog">Here it is</p>;

/** Loads that fail as often as told, then succeed; `asked` counts them. */
const failing = (times: number) => {
  const loads = { asked: 0, load: async (): Promise<ComponentType<Props>> => Window };
  loads.load = async () => {
    loads.asked += 1;
    if (loads.asked <= times) throw new TypeError('Failed to fetch dynamically imported module');
    return Window;
  };
  return loads;
};

/** A page with a field, and a button that opens the part. */
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

it('tries once more by itself, and keeps what arrived', async () => {
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

it('tells of a failure beside a page that stays, and loads anew when told to', async () => {
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

it('loads anew when the opener is pressed again', async () => {
  const loads = failing(2);
  openOn(lazyPart(loads.load));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

it('has a note that closes where the part could be closed', async () => {
  openOn(lazyPart(failing(2).load, { leave: ({ onOpenChange }) => onOpenChange(false) }));
  await screen.findByRole('alert');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(typed()).toBe('typed');
});

it('is silent about a part that nobody misses, and about a load ahead that failed', async () => {
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

it('stands for itself while it loads, where told to', async () => {
  openOn(lazyPart(failing(0).load, { waiting: <p>Loading</p> }));
  expect(screen.getByText('Loading')).toBeTruthy();
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
});
