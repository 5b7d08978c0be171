import type { Deps } from '../../deps.ts';
import type { Route } from '../../kit/serve.ts';

export const requestRoutes = (_deps: Deps): Route[] => [];
