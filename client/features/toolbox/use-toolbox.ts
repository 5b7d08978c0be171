import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useServices } from '#client/kit/data/services.ts';
import { useAuth } from '#client/kit/session.tsx';
import { TOOLBOX_REFRESH_MS } from '#contract/toolbox/limits.ts';
import { createToolbox, type Toolbox, type ToolboxState } from './toolbox-store.ts';
import { useRepeated } from './use-repeated.ts';

/** The toolbox of this page, asked for anew as long as it is looked at. Whoever may not see it any more is led away. */
export function useToolbox(): { toolbox: Toolbox; state: ToolboxState } {
  const { transport } = useServices();
  const { refresh } = useAuth();
  const navigate = useNavigate();
  const [toolbox] = useState(() => createToolbox(transport));
  const state = useSyncExternalStore(toolbox.subscribe, toolbox.state, toolbox.state);
  const { mustLeave } = state;
  // Nobody is asked again and again whether it is them.
  const isDeclined = state.listFailure?.code === 'CONFIRMATION_REQUIRED';
  useRepeated(toolbox.refresh, TOOLBOX_REFRESH_MS, !mustLeave && !isDeclined);
  useEffect(() => {
    if (!mustLeave) return;
    let isLeft = false;
    // Who they are by now decides where /login leads them.
    void refresh().then(() => isLeft || navigate('/login?next=%2Ftoolbox', { replace: true }));
    return () => {
      isLeft = true;
    };
  }, [mustLeave, refresh, navigate]);
  return { toolbox, state };
}
