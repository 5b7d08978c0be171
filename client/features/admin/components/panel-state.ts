// State shared by the sections of the panel: the chart range and the last refresh.
import { createContext, useContext } from 'react';
import type { StatsQuery } from '#client/features/admin/dashboard/dashboard-api.ts';

export type PanelDays = StatsQuery & { label: string };

/** The server's default; the label states its length. */
export const USUAL_DAYS: PanelDays = { label: '30 days' };

export type AdminPanel = {
  days: PanelDays;
  setDays(days: PanelDays): void;
  /** Milliseconds; null before the first replies. */
  updatedAt: number | null;
  isBusy: boolean;
  refresh(): void;
};

const nothing: AdminPanel = {
  days: USUAL_DAYS,
  setDays: () => {},
  updatedAt: null,
  isBusy: false,
  refresh: () => {},
};

const PanelContext = createContext<AdminPanel>(nothing);

export const PanelProvider = PanelContext.Provider;

/** State of the surrounding panel. On other admin pages it is constant. */
export function useAdminPanel(): AdminPanel {
  return useContext(PanelContext);
}

/** The range as a query, without its label. */
export function queryOfDays({ from, to }: PanelDays): StatsQuery {
  return {
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
