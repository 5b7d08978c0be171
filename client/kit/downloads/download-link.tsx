import { type MouseEvent, type ReactNode, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { Spinner } from '#client/ui/spinner.tsx';
import { downloadPath } from '#contract/paths.ts';
import { downloadAlert, openDownload } from './open-download.ts';

/**
 * Starts the download of a resource or one of its files. Without JavaScript, or when clicked with a modifier key, it is an
 * ordinary link to the download page.
 */
export function DownloadLink({
  id,
  file,
  adFree,
  label,
  className,
  children,
}: {
  id: string;
  /** Path of the file within the resource. Omit it to download all files. */
  file?: string;
  adFree: boolean;
  /** Accessible name, if the text inside does not identify the file. */
  label?: string;
  className: string;
  children: ReactNode;
}) {
  const context = useAppContext();
  const [busy, setBusy] = useState(false);
  const start = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await openDownload(context, { id, file, adFree });
    } catch (error) {
      showToast({ tone: 'error', text: downloadAlert(error, file) });
    }
    setBusy(false);
  };
  return (
    <a
      href={downloadPath(id, file)}
      target="_blank"
      rel="noopener"
      className={className}
      aria-label={label}
      aria-busy={busy || undefined}
      onClick={start}
    >
      {busy && <Spinner />}
      {children}
    </a>
  );
}
