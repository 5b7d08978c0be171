import { useEffect, useRef, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { folderPlaceOf } from '#client/features/resources/components/files/folder-place.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { UploadProgress } from '#contract/uploads/api.ts';
import { UPLOAD_POLL_MS } from '#contract/uploads/limits.ts';
import { getUploadProgress } from './api.ts';
import { keepProgress } from './own-reads.ts';

/**
 * Polling is slower while files are only being received, because the page that sends them shows its own progress, and while
 * previews of single files are being made, which takes long.
 */
const SLOW_POLL_MS = 5 * UPLOAD_POLL_MS;

/** Polling interval in milliseconds; null if nothing is in progress. */
export function paceOf({ sessions, preview }: Pick<UploadProgress, 'sessions' | 'preview'>): number | null {
  const isChecking = sessions.some(({ state }) => state === 'CHECKING');
  if (isChecking || preview.state === 'WAITING' || preview.state === 'MAKING') return UPLOAD_POLL_MS;
  const isSlow = preview.made < preview.total || sessions.some(({ state }) => state === 'RECEIVING');
  return isSlow ? SLOW_POLL_MS : null;
}

/**
 * Polls an upload's progress while something is in progress and the page is visible. Returns whether the last request failed;
 * polling continues either way.
 */
export function useProgress(id: string, pace: number | null): boolean {
  const context = useAppContext();
  const { revalidate } = useRevalidator();
  const [parameters] = useSearchParams();
  const place = useRef(folderPlaceOf(parameters));
  useEffect(() => {
    place.current = folderPlaceOf(parameters);
  }, [parameters]);
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (pace === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isAsking = false;
    let hasLeft = false;
    const look = async (): Promise<void> => {
      clearTimeout(timer);
      if (isAsking || hasLeft || document.visibilityState === 'hidden') return;
      isAsking = true;
      let wait = pace;
      try {
        const progress = await getUploadProgress(context.transport, { params: { id } });
        if (hasLeft) return;
        await keepProgress(context, progress, place.current);
        setLost(false);
      } catch (error) {
        wait = 3 * pace;
        setLost(true);
        // The upload was deleted elsewhere. Reloading the page shows the not-found screen.
        if (error instanceof CallError && error.code === 'RESOURCE_NOT_FOUND') void revalidate();
      } finally {
        isAsking = false;
        if (!hasLeft) timer = setTimeout(look, wait);
      }
    };
    timer = setTimeout(look, pace);
    document.addEventListener('visibilitychange', look);
    window.addEventListener('online', look);
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('online', look);
      setLost(false);
    };
  }, [id, pace, context, revalidate]);
  return isLost;
}
