// The requests that show the access matrix's rows of people.
import type { InjectOptions } from 'fastify';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

export const peopleScenarios: Record<string, Scenario> = {};
