// State shared by the panel's sections: the chart range and the time of the last refresh.
import { createContext, useContext } from 'react';
import type { StatsQuery } from '#client/features/admin/dashboard/dashboard-api.ts';

export type PanelDays = StatsQuery & { label: string };

/** Has no start or end date, so the server uses its default range. The label states how long that range is. */
export const USUAL_DAYS: PanelDays = { label: '30 days' };

export type AdminPanel = {
  days: PanelDays;
  setDays(days: PanelDays): void;
  /** Time of the last refresh, in milliseconds; null until the first responses arrive. */
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

/** State of the surrounding panel. On other admin pages it never changes. */
export function useAdminPanel(): AdminPanel {
  return useContext(PanelContext);
}

/** The range as query parameters, without its label. */
export function queryOfDays({ from, to }: PanelDays): StatsQuery {
  return {
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
