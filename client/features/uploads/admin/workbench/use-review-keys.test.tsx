// @vitest-environment jsdom
// Where the keys of the review page act, and where they don't.
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setSingleKeys } from '#client/kit/keys/single-keys.ts';
import { useReviewKeys } from './use-review-keys.ts';

let acted: string[];

const Page = () => {
  const note = (name: string) => (): void => void acted.push(name);
  useReviewKeys({
    approve: note('approve'),
    choose: (index) => acted.push(`choose ${index}`),
    reject: note('reject'),
    ask: note('ask'),
    skip: note('skip'),
  });
  return (
    <>
      <button type="button" onKeyDown={({ key }) => acted.push(`preview ${key}`)}>
        Preview
      </button>
      <textarea aria-label="Reason" />
    </>
  );
};

beforeEach(() => {
  acted = [];
  render(<Page />);
});
afterEach(() => {
  setSingleKeys(true);
  cleanup();
});

const inPreview = (key: string, more: object = {}) => fireEvent.keyDown(screen.getByRole('button'), { key, ...more });

it('act on each key before the preview, which keeps the others', () => {
  for (const key of ['a', '1', '6', '7', 'r', 'q', 's', 'm']) inPreview(key);
  expect(acted).toEqual(['approve', 'choose 0', 'choose 5', 'preview 7', 'reject', 'ask', 'skip', 'preview m']);
});

it('do nothing in a field, with a modifier, while a key is held, or when single keys are off', () => {
  fireEvent.keyDown(screen.getByLabelText('Reason'), { key: 'a' });
  inPreview('a', { ctrlKey: true });
  inPreview('a', { repeat: true });
  setSingleKeys(false);
  inPreview('a');
  expect(acted).toEqual(['preview a', 'preview a', 'preview a']);
});

it('do nothing behind a dialog', () => {
  const dialog = document.body.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  inPreview('r');
  dialog.remove();
  expect(acted).toEqual(['preview r']);
});
