// Whether stages show the person's own footage. Only this small part is loaded where nobody uses it.
import { useSyncExternalStore } from 'react';

const FOOTAGE_KEY = 'helix_footage';

const stored = (): string | null => {
  try {
    return localStorage.getItem(FOOTAGE_KEY);
  } catch {
    return null;
  }
};

let isOn: boolean | undefined;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const current = (): boolean => {
  isOn ??= stored() === 'on';
  return isOn;
};

export function useFootageIsOn(): boolean {
  return useSyncExternalStore(subscribe, current, () => false);
}

/** Whether this browser keeps footage, which may be switched off. */
export function hasKeptFootage(): boolean {
  return stored() !== null;
}

/** `null` forgets that there was footage. */
export function switchFootage(to: 'on' | 'off' | null): void {
  isOn = to === 'on';
  try {
    if (to) localStorage.setItem(FOOTAGE_KEY, to);
    else localStorage.removeItem(FOOTAGE_KEY);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener();
}
