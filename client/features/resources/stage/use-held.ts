import { useEffect, useState } from 'react';

/** Whether a key is held. Set it when the key is pressed; it ends when a key is released or the window loses the focus. */
export function useHeld(): [isHeld: boolean, hold: () => void] {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (!isHeld) return;
    const release = (): void => setHeld(false);
    addEventListener('keyup', release);
    addEventListener('blur', release);
    return () => {
      removeEventListener('keyup', release);
      removeEventListener('blur', release);
    };
  }, [isHeld]);
  return [isHeld, () => setHeld(true)];
}
