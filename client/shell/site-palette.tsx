import { useCallback, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { PaletteCommand } from '#client/features/content/palette/command.ts';
import { Palette } from '#client/features/content/palette/palette.tsx';
import { useAuth } from '../kit/session.tsx';
import { useTheme } from '../kit/theme.tsx';
import { useLogout } from '../kit/use-logout.ts';
import { siteCommands, textCommands } from './palette-commands.ts';

/** The command palette with what this user may open and do. Load this file on demand, because it includes Base UI. */
export function SitePalette({
  open,
  onOpenChange,
  onShowKeys,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowKeys: () => void;
}) {
  const { session } = useAuth();
  const { theme, choose } = useTheme();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const logout = useLogout();
  // Runs when the palette has given the focus back, so that a dialog that it opens returns the focus to the same element.
  const next = useRef<(() => void) | null>(null);
  const { user } = session;
  const acts = useRef({ logOut: () => {}, choose, showKeys: onShowKeys });
  acts.current = { logOut: () => void logout(), choose, showKeys: onShowKeys };

  const commands = useMemo(
    () =>
      siteCommands(
        { user, theme, here: pathname + search },
        {
          logOut: () => acts.current.logOut(),
          choose: (name) => acts.current.choose(name),
          showKeys: () => acts.current.showKeys(),
        },
      ),
    [user, theme, pathname, search],
  );
  const commandsFor = useCallback((text: string) => textCommands(text, user), [user]);

  const later = (act: () => void): void => {
    next.current = act;
    onOpenChange(false);
  };
  const choosePlace = ({ to, state, run }: PaletteCommand, inNewTab: boolean): void => {
    if (run) later(run);
    if (run || to === undefined) return;
    // The history state can't be passed on to another tab.
    if (inNewTab) {
      window.open(to, '_blank', 'noopener');
      return;
    }
    onOpenChange(false);
    void navigate(to, { state });
  };

  return (
    <Palette
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        const act = next.current;
        next.current = null;
        // Base UI gives the focus back in a microtask.
        if (act) setTimeout(act);
      }}
      commands={commands}
      commandsFor={commandsFor}
      onChoose={choosePlace}
      onShowKeys={() => later(onShowKeys)}
    />
  );
}
