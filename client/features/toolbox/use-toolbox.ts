import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAuth } from '#client/kit/session.tsx';
import { type Toolbox, type ToolboxState, useServers } from './use-servers.ts';

/** The toolbox state for a page. Redirects users who have lost access. */
export function useToolbox(): { toolbox: Toolbox; state: ToolboxState } {
  const { transport } = useAppContext();
  const { refresh } = useAuth();
  const navigate = useNavigate();
  const { toolbox, state } = useServers(transport);
  const { mustLeave } = state;
  useEffect(() => {
    if (!mustLeave) return;
    let isLeft = false;
    // /login redirects according to the user's current role.
    void refresh().then(() => isLeft || navigate('/login?next=%2Ftoolbox', { replace: true }));
    return () => {
      isLeft = true;
    };
  }, [mustLeave, refresh, navigate]);
  return { toolbox, state };
}
