// How often everything that the admin panel shows was asked for again: its tables and parts ask too.
import { createContext, useContext } from 'react';

const TurnContext = createContext(0);

export const RefreshTurn = TurnContext.Provider;

/** Outside the panel it is always 0. */
export function useRefreshTurn(): number {
  return useContext(TurnContext);
}
