import { CSPProvider } from '@base-ui/react/csp-provider';
import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { Icon } from '#client/ui/icon.tsx';
import { onToast, takeToasts } from './toast-queue.ts';
import './floating.css';

/** Maximum number of toasts shown at the same time (specification, section 9). */
const TOAST_LIMIT = 20;

const LOOKS = {
  success: ['c-scope', 'check', 'Done'],
  error: ['c-clip', 'warning', 'Error'],
  info: ['c-daylight', 'info', 'Note'],
  premium: ['c-tungsten', 'lock', 'Premium'],
} as const;

const manager = Toast.createToastManager();

function showWaiting(): void {
  for (const { tone, text } of takeToasts()) {
    manager.add({ type: tone, description: text, priority: tone === 'error' ? 'high' : 'low' });
  }
}

/** Renders the queued toasts. Includes Base UI, so the shell mounts `ToastOutlet`, which loads this file on demand. */
export function Toaster() {
  useEffect(() => {
    // The provider below subscribes to the manager in an effect of its own, so wait for one macrotask.
    const first = setTimeout(showWaiting);
    const stop = onToast(showWaiting);
    return () => {
      clearTimeout(first);
      stop();
    };
  }, []);
  return (
    <CSPProvider disableStyleElements>
      <Toast.Provider toastManager={manager} limit={TOAST_LIMIT}>
        <Toast.Portal>
          <Toast.Viewport className="toasts">
            <ToastList />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>
    </CSPProvider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const [colour, icon, name] = LOOKS[(toast.type ?? 'info') as keyof typeof LOOKS];
    return (
      // Base UI hides urgent toasts from screen readers and announces a copy, but the hidden toast's button would still be
      // focusable.
      <Toast.Root
        key={toast.id}
        toast={toast}
        aria-hidden={false}
        aria-label={name}
        className={`toast float ${colour}`}
      >
        <Toast.Content className="flex items-center gap-3">
          <Icon name={icon} className="text-label" />
          <Toast.Description className="min-w-0 flex-1" />
          <Toast.Close className="toast-close" aria-label="Dismiss">
            <Icon name="close" small />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
