import * as contract from '#contract/accounts/personal-tokens.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { makeToken } from './actions.ts';
import * as queries from './queries.ts';
import { presentToken } from './rules.ts';

export function personalTokenRoutes(deps: Deps): Route[] {
  return [
    answer(contract.listTokens, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const rows = await queries.findTokens(deps.db, signedIn(viewer).id, deps.now());
      return { tokens: rows.map(presentToken) };
    }),

    answer(contract.createToken, async ({ viewer, body, setHeader }) => {
      setHeader('cache-control', 'no-store');
      const made = await makeToken(deps, signedIn(viewer), body);
      return { ...presentToken(made), token: made.token };
    }),

    answer(contract.deleteToken, async ({ viewer, params }) => {
      if (!(await queries.deleteTokenOf(deps.db, signedIn(viewer).id, params.id))) throw new Problem('TOKEN_NOT_FOUND');
      return null;
    }),
  ];
}
