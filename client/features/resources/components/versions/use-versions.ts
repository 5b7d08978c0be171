import { useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload, useLoaded } from '#client/kit/data/query.ts';
import { versionsRead } from './versions-api.ts';

/** The versions of an asset, loaded when they are first shown; undefined until then. */
export function useVersions(id: string) {
  const context = useAppContext();
  const loaded = useLoaded(versionsRead(id));
  const [hasFailed, setFailed] = useState(false);
  const get = (): void => {
    setFailed(false);
    reload(context, versionsRead(id)).catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once per asset
  useEffect(get, [id]);
  return { loaded, hasFailed, get };
}
