// What is asked of the chat service after the reply.
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { defineJob } from '../../kit/jobs.ts';

/** Gives or takes the Premium role as it should be by now. */
export const settleRole = defineJob({
  name: 'chat.settle-role',
  payload: z.object({ discordId: z.string() }),
  run: async (_payload, _deps: Deps) => {},
});
