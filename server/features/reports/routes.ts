import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const reportRoutes = (_deps: Deps): Route[] => [];
