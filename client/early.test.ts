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

/** Simulates the moment when the page's scripts take over, after which the button handles clicks. */
const takeOver = (): void => {
  const pressAgain = globalThis.takePresses?.();
  button.addEventListener('click', press);
  pressAgain?.();
};

it('replays a press from before scripts once, however often it was pressed', () => {
  button.click();
  button.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  takeOver();
  expect(press).toHaveBeenCalledTimes(1);
});

it('does not press a button whose label has changed', () => {
  button.click();
  button.textContent = 'Unlike';
  takeOver();
  expect(press).not.toHaveBeenCalled();
});

it('does not toggle a button that is already pressed', () => {
  button.setAttribute('aria-pressed', 'false');
  button.click();
  button.setAttribute('aria-pressed', 'true');
  takeOver();
  expect(press).not.toHaveBeenCalled();
});

it('does not press a replaced button or a submit button', () => {
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

it('does not repeat presses that the scripts handle themselves', () => {
  const pressAgain = globalThis.takePresses?.();
  button.addEventListener('click', press);
  button.click();
  pressAgain?.();
  expect(press).toHaveBeenCalledTimes(1);
});
