// What surrounds every page, on the server and in the browser alike.
import { type ReactNode, useEffect } from 'react';
import { type Services, ServicesProvider } from '#client/kit/data/services.ts';
import type { Account } from '#contract/accounts/api.ts';
import { AuthProvider } from './kit/session.tsx';
import { type Theme, ThemeProvider } from './kit/theme.tsx';

type AppProps = {
  services: Services;
  me: Account | null;
  theme: Theme;
  /** Called once, when everything that was drawn listens. */
  onReady?: () => void;
  children: ReactNode;
};

/** `me` is the account that the server rendered with. */
export function App({ services, me, theme, onReady, children }: AppProps) {
  useEffect(() => onReady?.(), [onReady]);
  return (
    <ServicesProvider value={services}>
      <ThemeProvider initial={theme}>
        <AuthProvider initial={me}>{children}</AuthProvider>
      </ThemeProvider>
    </ServicesProvider>
  );
}
