// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';

const press = vi.fn();
let button: HTMLButtonElement;

beforeEach(async () => {
  press.mockClear();
  document.body.innerHTML = '<form><button>Send</button></form><button type="button"><svg></svg>Like</button>';
  button = document.body.querySelector('[type=button]') as HTMLButtonElement;
  vi.resetModules();
  await import('./early.ts');
});

/** The page's scripts take over: from here on the button hears. */
const takeOver = (): void => {
  const pressAgain = globalThis.takePresses?.();
  button.addEventListener('click', press);
  pressAgain?.();
};

it('a press before scripts is made once, however often it was tried', () => {
  button.click();
  button.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  takeOver();
  expect(press).toHaveBeenCalledTimes(1);
});

it('a button that says something else by then is not pressed', () => {
  button.click();
  button.textContent = 'Unlike';
  takeOver();
  expect(press).not.toHaveBeenCalled();
});

it('a button that is pressed already is not pressed back', () => {
  button.setAttribute('aria-pressed', 'false');
  button.click();
  button.setAttribute('aria-pressed', 'true');
  takeOver();
  expect(press).not.toHaveBeenCalled();
});

it('a button that was replaced, and one that a form sends by, are not pressed', () => {
  const send = document.body.querySelector('form button') as HTMLButtonElement;
  const sent = vi.fn((event: Event) => event.preventDefault());
  document.body.addEventListener('submit', sent, { once: true });
  send.click();
  button.click();
  button.replaceWith(button.cloneNode(true));
  takeOver();
  expect(sent).toHaveBeenCalledTimes(1);
  expect(press).not.toHaveBeenCalled();
});

it('presses that the scripts hear themselves are not made again', () => {
  const pressAgain = globalThis.takePresses?.();
  button.addEventListener('click', press);
  button.click();
  pressAgain?.();
  expect(press).toHaveBeenCalledTimes(1);
});
