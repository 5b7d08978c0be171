// Records clicks made on buttons before the page's scripts run. vite.config.ts bundles this file on its own. The bundle is a
// hundredth of the size of React and runs long before React does. This file must not import anything.

/** Stops recording and returns a function that clicks each recorded button once, if its label has not changed. */
type TakePresses = () => () => void;

declare global {
  var takePresses: TakePresses | undefined;
}

/** Recorded buttons, each with its label at the first click. Links and submit buttons work without scripts and are ignored. */
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
