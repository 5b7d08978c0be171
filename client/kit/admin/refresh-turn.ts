// Counter for refreshes of the whole admin panel. Tables and sections reload when it changes.
import { createContext, useContext } from 'react';

const TurnContext = createContext(0);

export const RefreshTurn = TurnContext.Provider;

/** The current refresh count. Always 0 outside the panel. */
export function useRefreshTurn(): number {
  return useContext(TurnContext);
}
