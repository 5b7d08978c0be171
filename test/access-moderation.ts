// The requests that show the access matrix's rows of moderation in the forum.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

export const moderationScenarios: Record<string, Scenario> = {};
