// What the sections of the panel share: the days of the charts, and when everything was asked for last.
import { createContext, useContext } from 'react';
import type { StatsQuery } from '#client/features/admin/dashboard/dashboard-api.ts';

export type PanelDays = StatsQuery & { label: string };

/** The server's own choice; its label says how many that are. */
export const USUAL_DAYS: PanelDays = { label: '30 days' };

export type AdminPanel = {
  days: PanelDays;
  setDays(days: PanelDays): void;
  /** When it was, in milliseconds; null before the first answers. */
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

/** The panel around a section; on the pages beside it nothing ever changes. */
export function useAdminPanel(): AdminPanel {
  return useContext(PanelContext);
}

/** Without the label, as the call takes it. */
export function queryOfDays({ from, to }: PanelDays): StatsQuery {
  return {
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}
