import * as contract from '#contract/categories.ts';
import type { Deps } from '../../deps.ts';
import { Problem } from '../../kit/problem.ts';
import { actorOf, answer, type Route } from '../../kit/serve.ts';
import * as actions from './actions.ts';

export const categoryRoutes = (deps: Deps): Route[] => {
  const { db } = deps;

  const categoryOf = async (id: string): Promise<contract.ManagedCategory> => {
    const category = (await actions.readCategories(db)).find((one) => one.id === id);
    if (!category) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    return category;
  };

  const subcategoryOf = async (id: string): Promise<contract.ManagedSubcategory> => {
    const all = (await actions.readCategories(db)).flatMap(({ subCategories }) => subCategories);
    const subcategory = all.find((one) => one.id === id);
    if (!subcategory) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
    return subcategory;
  };

  return [
    answer(contract.listManagedCategories, () => actions.readCategories(db)),
    answer(contract.addCategory, async (call) => categoryOf(await actions.addCategory(deps, call.body, actorOf(call)))),
    answer(contract.changeCategory, async (call) => {
      await actions.changeCategory(deps, call.params.id, call.body, actorOf(call));
      return categoryOf(call.params.id);
    }),
    answer(contract.addSubcategory, async (call) =>
      subcategoryOf(await actions.addSubcategory(deps, call.params.id, call.body, actorOf(call))),
    ),
    answer(contract.changeSubcategory, async (call) => {
      await actions.changeSubcategory(deps, call.params.id, call.body, actorOf(call));
      return subcategoryOf(call.params.id);
    }),
    answer(contract.orderCategories, async (call) => {
      await actions.orderCategories(deps, call.body.categories, actorOf(call));
      return actions.readCategories(db);
    }),
  ];
};
