import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { openingReads, waitingRead } from '#client/features/admin/dashboard/dashboard-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidateAll, load } from '#client/kit/data/query.ts';
import { type AdminPanel, type PanelDays, queryOfDays, USUAL_DAYS } from './panel-state.ts';

export type Opening =
  | { state: 'loading' | 'ready' }
  /** `code` is set if the server refused the calls. */
  | { state: 'failed'; message: string; code: string | null };

const FAILED = 'Failed to fetch dashboard data';

const refusalOf = (results: PromiseSettledResult<unknown>[]): CallError | null => {
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  const found = errors.find((error) => error instanceof CallError && (error.status === 401 || error.status === 403));
  return (found as CallError | undefined) ?? null;
};

/**
 * Loads the panel: makes its six calls concurrently and caches the responses for the sections. A failed call leaves its part
 * empty; if all fail, only the error is shown. Users who are not administrators are redirected (specification, section 2).
 */
export function useOpening(): { opening: Opening; panel: AdminPanel; turn: number } {
  const context = useAppContext();
  const navigate = useNavigate();
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });
  const [days, setDays] = useState<PanelDays>(USUAL_DAYS);
  const [turn, setTurn] = useState(0);
  const [updatedAt, setUpdatedAt] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const current = useRef(days);
  current.current = days;

  const open = useCallback(async (): Promise<void> => {
    setBusy(true);
    const results = await Promise.allSettled(
      openingReads(queryOfDays(current.current)).map((given) => load(context, given)),
    );
    setBusy(false);
    const refusal = refusalOf(results);
    if (refusal?.status === 401 && (await context.person.onExpired?.())) return await open();
    if (refusal?.status === 401) return void navigate('/login?next=%2Fadmin', { replace: true });
    if (refusal && refusal.code !== 'TWO_FACTOR_NEEDED') return void navigate('/dashboard', { replace: true });
    if (refusal) return setOpening({ state: 'failed', message: refusal.message, code: refusal.code });
    if (results.every(({ status }) => status === 'rejected')) {
      return setOpening({ state: 'failed', message: FAILED, code: null });
    }
    setUpdatedAt(Date.now());
    setOpening({ state: 'ready' });
    return undefined;
  }, [context, navigate]);

  useEffect(() => void open(), [open]);

  const refresh = (): void => {
    invalidateAll(context);
    setTurn((count) => count + 1);
    void load(context, waitingRead).catch(() => {});
    void open();
  };

  return { opening, panel: { days, setDays, updatedAt, isBusy, refresh }, turn };
}
