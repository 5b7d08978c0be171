// Records button presses from before the page's scripts run. vite.config.ts puts it into its own tiny file, which runs long
// before React, a hundred times its size. It must not import anything.

/** Stops recording and returns a function that presses each recorded button once, if its label is still the same. */
type TakePresses = () => () => void;

declare global {
  var takePresses: TakePresses | undefined;
}

/** Label of each button when first pressed. Links and submit buttons work without scripts, so they are ignored. */
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
