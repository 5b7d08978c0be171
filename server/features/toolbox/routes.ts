import * as contract from '#contract/toolbox/api.ts';
import { TOOLBOX_RENEWAL_HOURS } from '#contract/toolbox/limits.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { actorOf, answer, type Caller, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import * as actions from './actions.ts';
import type { Verb } from './commands.ts';
import { orderServer } from './ordering.ts';
import * as queries from './queries.ts';
import { isLive, presentServer, presentStats } from './rules.ts';
import { LIST_FRESH_MS, STATS_FRESH_MS, type Watch } from './watching.ts';

export function toolboxRoutes(deps: Deps & { watch: Watch }): Route[] {
  const { db, watch } = deps;
  const dropping = { ...deps, connections: watch.connections };

  const serverOf = async (id: string): Promise<queries.ServerRow> => {
    const row = await queries.findServer(db, id);
    if (!row) throw new Problem('SERVER_NOT_FOUND');
    return row;
  };
  const present = (row: queries.ServerRow) => presentServer(row, watch.isChecking(row));
  const reply = async (id: string) => ({ server: present(await serverOf(id)) });

  type OnServer = Caller & { params: { id: string } };
  const onOf = (call: OnServer) => ({ id: call.params.id, by: actorOf(call) });
  const order = (verb: Verb) => async (call: OnServer) => {
    await orderServer(deps, { ...onOf(call), verb });
    return reply(call.params.id);
  };

  return [
    answer(contract.getToolboxToken, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const person = signedIn(viewer);
      // The first token requires a fresh confirmation. An open toolbox can then renew its token for a working day.
      const isOpen = await queries.hasToken(db, person.sessionId, deps.now());
      await requireConfirmed(deps, person, isOpen ? TOOLBOX_RENEWAL_HOURS * 60 : undefined);
      const { token, expiresAt } = await actions.makeToolboxToken(deps, person);
      return { token, expiresAt: expiresAt.toISOString() };
    }),

    answer(contract.listServers, async ({ setHeader }) => {
      setHeader('cache-control', 'no-store');
      const known = await queries.findServers(db);
      await watch.refresh(known, LIST_FRESH_MS);
      return { servers: (await queries.findServers(db)).map(present) };
    }),

    answer(contract.addServer, async (call) => {
      const by = actorOf(call);
      await requireWithinLimit(deps, `toolbox orders ${by.id}`, deps.limits.toolboxOrders, deps.now());
      const id = await actions.addServer(deps, call.body, by);
      void watch.observe(id);
      return reply(id);
    }),

    answer(contract.startServer, order('start')),
    answer(contract.stopServer, order('stop')),
    answer(contract.restartServer, order('restart')),

    answer(contract.deleteServer, async (call) => {
      const on = onOf(call);
      await actions.deleteServer(dropping, on);
      return { id: on.id };
    }),

    answer(contract.setServerPriority, async (call) => {
      await actions.setPriority(deps, onOf(call), Number(call.params.n));
      return reply(call.params.id);
    }),

    answer(contract.setServerDefault, async (call) => {
      await actions.setDefault(deps, onOf(call), call.params.bool === 'true');
      return reply(call.params.id);
    }),

    answer(contract.forgetHostKey, async (call) => {
      const on = onOf(call);
      await actions.forgetHostKey(dropping, on);
      await watch.refresh([await serverOf(on.id)], LIST_FRESH_MS);
      return reply(on.id);
    }),

    answer(contract.getServerStats, async ({ params: { id }, setHeader }) => {
      setHeader('cache-control', 'no-store');
      await watch.refresh([await serverOf(id)], STATS_FRESH_MS);
      const row = await serverOf(id);
      return presentStats(row, isLive(row, deps.now()));
    }),
  ];
}
