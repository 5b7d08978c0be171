import { useEffect, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { hasToasts, onToast } from './toast-queue.ts';

const Toaster = lazyPart(() => import('./toast.tsx').then((file) => file.Toaster), { silent: true });

/** Renders toasts; mounted once in the shell. Loads their code when the first toast is shown. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    setNeeded(hasToasts());
    return onToast(() => setNeeded(true));
  }, []);
  return needed ? <Toaster /> : null;
}
