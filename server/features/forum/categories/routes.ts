import * as contract from '#contract/forum/categories.ts';
import type { Deps } from '#server/deps.ts';
import { actorOf, answer, type Route } from '#server/platform/serve.ts';
import * as actions from './actions.ts';

export function forumCategoryRoutes(deps: Deps): Route[] {
  return [
    answer(contract.listManagedCategories, () => actions.readCategories(deps.db)),
    answer(contract.addCategory, (call) => actions.addCategory(deps, call.body, actorOf(call))),
    answer(contract.changeCategory, (call) => actions.changeCategory(deps, call.params.id, call.body, actorOf(call))),
    answer(contract.addSubcategory, (call) => actions.addSubcategory(deps, call.params.id, call.body, actorOf(call))),
    answer(contract.changeSubcategory, (call) =>
      actions.changeSubcategory(deps, call.params.id, call.body, actorOf(call)),
    ),
    answer(contract.addModerator, (call) =>
      actions.addModerator(deps, { id: call.params.id, username: call.body.username }, actorOf(call)),
    ),
    answer(contract.removeModerator, (call) => actions.removeModerator(deps, call.params, actorOf(call))),
    answer(contract.orderCategories, (call) => actions.orderCategories(deps, call.body.categories, actorOf(call))),
  ];
}
