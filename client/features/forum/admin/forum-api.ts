// API calls for managing forum categories.
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/forum/categories.ts';

const FAILURE = 'Failed to save the category';

export const listManagedCategories = apiCall<typeof contract.listManagedCategories>({
  method: 'GET',
  path: '/api/admin/forum',
  fallback: 'Failed to load data',
});
export const addCategory = apiCall<typeof contract.addCategory>({
  method: 'POST',
  path: '/api/admin/forum/categories',
  fallback: FAILURE,
});
export const changeCategory = apiCall<typeof contract.changeCategory>({
  method: 'PATCH',
  path: '/api/admin/forum/categories/{id}',
  fallback: FAILURE,
});
export const addSubcategory = apiCall<typeof contract.addSubcategory>({
  method: 'POST',
  path: '/api/admin/forum/categories/{id}/subcategories',
  fallback: FAILURE,
});
export const changeSubcategory = apiCall<typeof contract.changeSubcategory>({
  method: 'PATCH',
  path: '/api/admin/forum/subcategories/{id}',
  fallback: FAILURE,
});
export const addModerator = apiCall<typeof contract.addModerator>({
  method: 'POST',
  path: '/api/admin/forum/categories/{id}/moderators',
  fallback: FAILURE,
});
export const removeModerator = apiCall<typeof contract.removeModerator>({
  method: 'DELETE',
  path: '/api/admin/forum/categories/{id}/moderators/{userId}',
  fallback: FAILURE,
});
export const orderCategories = apiCall<typeof contract.orderCategories>({
  method: 'PUT',
  path: '/api/admin/forum/order',
  fallback: 'Failed to save the order',
});
