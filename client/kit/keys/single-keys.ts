const SINGLE_KEYS_KEY = 'helix_single_keys';

/** Whether single characters act as keys (WCAG 2.1.4). People can switch them off, for example for speech input. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(SINGLE_KEYS_KEY);
    else localStorage.setItem(SINGLE_KEYS_KEY, 'off');
  } catch {
    // Without storage, they stay as they are.
  }
}
