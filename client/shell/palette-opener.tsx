// Opens the command palette and the list of keys, from any page. Loaded after the page.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isBlocked, isTyping } from '#client/kit/keys/key-places.ts';
import { hasSingleKeys } from '#client/kit/keys/single-keys.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Palette = lazyPart(() => import('./site-palette.tsx').then((file) => file.SitePalette), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});
const Keys = lazyPart(() => import('#client/kit/keys/keys-dialog.tsx').then((file) => file.KeysDialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

const isMac = (): boolean => /^Mac|^iP/.test(navigator.platform);

const never = (): (() => void) => () => {};

/**
 * The button in the search field, and the keys Ctrl+K (or ⌘K) and `?`. A click on anything with `data-palette` opens the palette
 * too. `silent` leaves out the button, for pages without the header.
 */
export function PaletteOpener({ silent }: { silent?: boolean }) {
  const [shown, setShown] = useState<'palette' | 'keys' | null>(null);
  // A part stays rendered once it was open, so that it can disappear gently.
  const [wasShown, setWasShown] = useState({ palette: false, keys: false });
  const onMac = useSyncExternalStore(never, isMac, () => false);
  const isOpen = shown === 'palette';

  const show = useCallback((what: 'palette' | 'keys'): void => {
    setWasShown((was) => ({ ...was, [what]: true }));
    setShown(what);
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.altKey) return;
      const isCombined = event.ctrlKey || event.metaKey;
      if (isCombined && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (isOpen) setShown(null);
        else if (!isBlocked()) show('palette');
      } else if (event.key === '?' && !isCombined && !isTyping(event.target) && hasSingleKeys() && !isBlocked()) {
        event.preventDefault();
        show('keys');
      }
    };
    // Before the router's links react to it.
    const onClick = (event: MouseEvent): void => {
      const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!isPlain || !(event.target instanceof Element) || !event.target.closest('[data-palette]')) return;
      event.preventDefault();
      show('palette');
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('click', onClick, true);
    };
  }, [isOpen, show]);

  const onOpenChange = (isWanted: boolean): void => {
    if (!isWanted) setShown(null);
  };
  const key = onMac ? '⌘ K' : 'Ctrl K';
  return (
    <>
      {!silent && (
        <button
          type="button"
          className="kbd min-h-6 noscript:hidden"
          aria-label={`${key}, search and commands`}
          aria-haspopup="dialog"
          aria-keyshortcuts={onMac ? 'Meta+K' : 'Control+K'}
          onPointerEnter={Palette.preload}
          onFocus={Palette.preload}
          onClick={() => show('palette')}
        >
          {key}
        </button>
      )}
      {wasShown.palette && <Palette open={isOpen} onOpenChange={onOpenChange} onShowKeys={() => show('keys')} />}
      {wasShown.keys && <Keys open={shown === 'keys'} onOpenChange={onOpenChange} />}
    </>
  );
}
