import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { RemovedThreadsProps } from './moderate-removed-window.tsx';

const RemovedWindow = lazyPart(() => import('./moderate-removed-window.tsx').then((file) => file.RemovedWindow), {
  leave: ({ onClose }) => onClose(),
});

/** Opens the list of removed threads. */
export function RemovedThreadsButton({ subcategory, onRestored }: RemovedThreadsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} onFocus={RemovedWindow.preload}>
        <Icon name="trash" small />
        Removed threads
      </Button>
      {isOpen && <RemovedWindow subcategory={subcategory} onRestored={onRestored} onClose={() => setOpen(false)} />}
    </>
  );
}
