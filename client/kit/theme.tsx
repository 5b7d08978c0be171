// Dark, light or system theme. The selected theme is stored in a cookie, so that the server renders the page in that theme.
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';

export type Theme = 'dark' | 'light' | 'system';

const YEAR_SECONDS = 31_536_000;

const ThemeContext = createContext<{ theme: Theme; choose(theme: Theme): void } | null>(null);

export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial);
  const choose = useCallback((next: Theme) => {
    document.documentElement.dataset.theme = next;
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
    document.cookie = `theme=${next};path=/;max-age=${YEAR_SECONDS};samesite=lax`;
    setTheme(next);
  }, []);
  const value = useMemo(() => ({ theme, choose }), [theme, choose]);
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

/** Returns the current theme and a function to change it. */
export function useTheme() {
  const value = useContext(ThemeContext);
  if (!value) throw new Error('useTheme must be used within a ThemeProvider');
  return value;
}
