// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useKeptFocus } from './use-kept-focus.ts';

afterEach(cleanup);

const Box = ({ rows, isBusy = false, isAsking = false }: { rows: string[]; isBusy?: boolean; isAsking?: boolean }) => {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <>
      <div ref={box} tabIndex={-1} data-testid="box">
        {rows.map((row) => (
          <button key={row} type="button" disabled={isBusy}>
            {row}
          </button>
        ))}
      </div>
      {isAsking && <div role="dialog" data-open="" />}
      <div role="dialog" className="toast" />
    </>
  );
};

const box = () => screen.getByTestId('box');

it('focuses the box when the row with focus is removed', async () => {
  const { rerender } = render(<Box rows={['first', 'second']} />);
  screen.getByText('first').focus();
  rerender(<Box rows={['second']} />);
  await waitFor(() => expect(document.activeElement).toBe(box()));
});

const List = ({ rows }: { rows: string[] }) => {
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box);
  return (
    <div ref={box} tabIndex={-1}>
      <h1>Panel</h1>
      <section>
        <h2>People</h2>
        {rows.length > 0 && (
          <ul>
            {rows.map((row) => (
              <li key={row} data-testid={row}>
                <button type="button">{`Delete ${row}`}</button>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
};

it.each([
  { what: 'the next row', rows: ['first', 'second', 'third'], gone: 'second', next: () => screen.getByTestId('third') },
  {
    what: 'the previous row, after the last one',
    rows: ['first', 'second'],
    gone: 'second',
    next: () => screen.getByTestId('first'),
  },
  {
    what: 'the heading of the list, if it is empty',
    rows: ['first'],
    gone: 'first',
    next: () => screen.getByText('People'),
  },
])('moves focus to $what', async ({ rows, gone, next }) => {
  const { rerender } = render(<List rows={rows} />);
  screen.getByText(`Delete ${gone}`).focus();
  rerender(<List rows={rows.filter((row) => row !== gone)} />);
  await waitFor(() => expect(document.activeElement).toBe(next()));
});

it('waits until an open dialog closes', async () => {
  const { rerender } = render(<Box rows={['first']} />);
  screen.getByText('first').focus();
  rerender(<Box rows={[]} isAsking />);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
  rerender(<Box rows={[]} />);
  await waitFor(() => expect(document.activeElement).toBe(box()));
});

it('ignores elements tabbed to behind a new dialog', async () => {
  const { rerender } = render(<List rows={['first', 'second']} />);
  screen.getByText('Delete first').focus();
  const asking = document.body.appendChild(document.createElement('div'));
  asking.role = 'dialog';
  asking.dataset.open = '';
  screen.getByText('Delete second').focus();
  screen.getByText('Delete second').blur();
  rerender(<List rows={['second']} />);
  asking.remove();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('second')));
});

it('returns focus to a control that was disabled in the meantime', async () => {
  const { rerender } = render(<Box rows={['first']} />);
  screen.getByText('first').focus();
  rerender(<Box rows={['first']} isBusy />);
  // Browsers blur disabled elements.
  screen.getByText('first').blur();
  rerender(<Box rows={['first']} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('first')));
});

it('does not restore focus after a click outside', async () => {
  const { rerender } = render(<Box rows={['first']} />);
  screen.getByText('first').focus();
  fireEvent.pointerDown(document.body);
  screen.getByText('first').blur();
  rerender(<Box rows={[]} />);
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
