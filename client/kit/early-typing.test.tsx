// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { beforeEach, expect, it } from 'vitest';
import { keepEarlyTyping } from './early-typing.ts';

const Page = () => {
  const [search, setSearch] = useState('');
  const [kind, setKind] = useState('free');
  const [isPublic, setPublic] = useState(false);
  const [size, setSize] = useState('small');
  const { register, watch, formState } = useForm({ defaultValues: { name: 'Mira', nick: '' } });
  return (
    <>
      <input name="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      <input {...register('name')} />
      <input {...register('nick')} />
      <button type="submit" disabled={!formState.isDirty}>
        Save
      </button>
      <textarea name="bio" defaultValue="Cuts." />
      <select name="kind" value={kind} onChange={(event) => setKind(event.target.value)}>
        <option value="all">All</option>
        <option value="free">Free</option>
      </select>
      <input type="checkbox" name="public" checked={isPublic} onChange={(event) => setPublic(event.target.checked)} />
      {['small', 'large'].map((value) => (
        <input
          key={value}
          type="radio"
          name="size"
          value={value}
          checked={size === value}
          onChange={() => setSize(value)}
        />
      ))}
      <output>{[search, watch('name'), kind, isPublic, size].join(' ')}</output>
    </>
  );
};

let app: HTMLElement;
beforeEach(() => {
  app = document.createElement('div');
  document.body.replaceChildren(app);
});

/** Hydrates the page in the same way as client/main.tsx. */
const takeOver = (): void => {
  const tell = keepEarlyTyping(app);
  render(<Page />, { container: app, hydrate: true });
  act(tell);
};

const field = <T extends HTMLElement>(selector: string): T => app.querySelector(selector) as T;
const shown = (): string => field('output').textContent ?? '';

it('replays everything typed, ticked and selected before hydration', () => {
  app.innerHTML = renderToString(<Page />);
  field<HTMLInputElement>('[name=search]').value = 'neon';
  field<HTMLInputElement>('[name=name]').value = 'Mira K.';
  field<HTMLTextAreaElement>('[name=bio]').value = 'Cuts, grades.';
  field<HTMLSelectElement>('[name=kind]').value = 'all';
  field<HTMLInputElement>('[name=public]').checked = true;
  field<HTMLInputElement>('[value=large]').checked = true;
  takeOver();
  expect(shown()).toBe('neon Mira K. all true large');
  expect(field<HTMLInputElement>('[name=search]').value).toBe('neon');
  expect(field<HTMLTextAreaElement>('[name=bio]').value).toBe('Cuts, grades.');
  expect(field<HTMLInputElement>('[name=public]').checked).toBe(true);
});

it('hydrates an untouched page as it is', () => {
  app.innerHTML = renderToString(<Page />);
  takeOver();
  expect(shown()).toBe(' Mira free false small');
});

it('keeps the caret position while someone is typing', () => {
  app.innerHTML = renderToString(<Page />);
  const search = field<HTMLInputElement>('[name=search]');
  search.value = 'neon';
  search.focus();
  search.setSelectionRange(1, 2);
  takeOver();
  expect([search.selectionStart, search.selectionEnd]).toEqual([1, 2]);
});

it('marks a form as dirty if an empty field was typed into', () => {
  app.innerHTML = renderToString(<Page />);
  field<HTMLInputElement>('[name=nick]').value = 'mk';
  takeOver();
  expect(field<HTMLInputElement>('[name=nick]').value).toBe('mk');
  expect(field<HTMLButtonElement>('button').disabled).toBe(false);
});
