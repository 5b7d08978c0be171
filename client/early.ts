// Remembers presses on buttons that come before the page's own scripts. vite.config.ts puts it into the smallest file, which
// runs long before React, a hundred times its size. It must not import anything.

/** Stops remembering; what it returns presses the buttons, each once, if they still say what was pressed. */
type TakePresses = () => () => void;

declare global {
  var takePresses: TakePresses | undefined;
}

/** What each said when it was first pressed. Links and buttons of forms work without scripts, so they are left alone. */
const pressed = new Map<HTMLButtonElement, string>();

const wordsOf = (button: HTMLButtonElement): string =>
  ['aria-label', 'aria-pressed', 'aria-expanded'].map((name) => button.getAttribute(name)).join() + button.textContent;

const remember = ({ target }: Event): void => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.type === 'button' && !pressed.has(button)) pressed.set(button, wordsOf(button));
};

addEventListener('click', remember, true);
globalThis.takePresses = () => {
  removeEventListener('click', remember, true);
  return () => {
    for (const [button, words] of pressed) if (button.isConnected && wordsOf(button) === words) button.click();
  };
};

export {};
