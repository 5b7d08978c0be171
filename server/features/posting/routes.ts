import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';
import type { Live } from '../forum/events.ts';

export const postingRoutes = (_deps: Deps & { live: Live }): Route[] => [];
