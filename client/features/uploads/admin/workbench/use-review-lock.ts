import { useCallback, useEffect, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { REVIEW_RENEWAL_SECONDS } from '#contract/uploads/limits.ts';
import type { ReviewLock } from '#contract/uploads/workbench.ts';
import { holdReview, releaseReview } from './workbench-api.ts';

/**
 * Locks an upload while the page shows it: takes the lock, renews it, and releases it on leaving. `lock` is null until the server
 * has answered, and when the upload isn't waiting any more. If someone else holds it, only `take` asks again.
 */
export function useReviewLock(id: string): { lock: ReviewLock | null; failure: string | null; take(): Promise<void> } {
  const { transport } = useAppContext();
  const [lock, setLock] = useState<ReviewLock | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isHere = useRef(false);
  const isOthers = useRef(false);

  const take = useCallback(async (): Promise<void> => {
    try {
      const reply = await holdReview(transport, { params: { id }, body: {} });
      if (!isHere.current) return;
      isOthers.current = reply.lock !== null && !reply.lock.isYours;
      setLock(reply.lock);
      setFailure(null);
    } catch (error) {
      if (isHere.current) setFailure(sentenceOf(error));
    }
  }, [transport, id]);

  useEffect(() => {
    isHere.current = true;
    void take();
    const timer = setInterval(() => {
      if (!isOthers.current) void take();
    }, REVIEW_RENEWAL_SECONDS * 1000);
    return () => {
      isHere.current = false;
      clearInterval(timer);
      // If this fails, the lock ends without renewal.
      releaseReview(transport, { params: { id } }).catch(() => null);
    };
  }, [transport, id, take]);

  return { lock, failure, take };
}
