// Providers that wrap every page, on the server and in the browser.
import { type ReactNode, useEffect } from 'react';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import type { Account } from '#contract/accounts/api.ts';
import { AuthProvider } from './kit/session.tsx';
import { type Theme, ThemeProvider } from './kit/theme.tsx';

type AppProps = {
  context: AppContext;
  me: Account | null | undefined;
  theme: Theme;
  /** Called once, after hydration, when all components handle events. */
  onReady?: () => void;
  children: ReactNode;
};

/** `me` is the account the server rendered the page for; undefined if it was for any logged-in user. */
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
