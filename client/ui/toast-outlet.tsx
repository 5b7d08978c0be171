import { lazy, Suspense, useEffect, useState } from 'react';
import { hasToasts, onToast } from './toast-queue.ts';

const LazyToaster = lazy(() => import('./toast.tsx').then((file) => ({ default: file.Toaster })));

/** The place of the toasts, once in the shell; their code is fetched with the first of them. */
export function ToastOutlet() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    setNeeded(hasToasts());
    return onToast(() => setNeeded(true));
  }, []);
  return needed ? (
    <Suspense>
      <LazyToaster />
    </Suspense>
  ) : null;
}
