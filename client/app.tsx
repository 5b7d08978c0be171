// What surrounds every page, on the server and in the browser alike.
import { type ReactNode, useEffect } from 'react';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import type { Account } from '#contract/accounts/api.ts';
import { AuthProvider } from './kit/session.tsx';
import { type Theme, ThemeProvider } from './kit/theme.tsx';

type AppProps = {
  context: AppContext;
  me: Account | null;
  theme: Theme;
  /** Called once, when everything that was drawn listens. */
  onReady?: () => void;
  children: ReactNode;
};

/** `me` is the account that the server rendered with. */
export function App({ context, me, theme, onReady, children }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <AppContextProvider value={context}>
      <ThemeProvider initial={theme}>
        <AuthProvider initial={me}>{children}</AuthProvider>
      </ThemeProvider>
    </AppContextProvider>
  );
}
