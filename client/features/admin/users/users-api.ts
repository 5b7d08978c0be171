// API calls for users, and for Premium granted by administrators.
import { apiCall } from '#client/kit/data/call.ts';
import { type Read, read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/admin/users.ts';

const FAILED = 'Failed to fetch dashboard data';

const listUsers = apiCall<typeof contract.listUsers>({ method: 'GET', path: '/api/admin/users', fallback: FAILED });
const getUser = apiCall<typeof contract.getUser>({ method: 'GET', path: '/api/admin/users/{id}', fallback: FAILED });

/** Query for a page of users; `query` comes from the table. */
export function usersRead(query: Record<string, string>) {
  return read(listUsers, { query });
}
export function userRead(id: string): Read<contract.AdminUserDetail> {
  return read(getUser, { params: { id } });
}

/** URL of the CSV export of the same list. */
export function usersExport(apiUrl: string, query: Record<string, string>): string {
  const { page: _page, sort: _sort, order: _order, ...filter } = query;
  return `${apiUrl}/admin/users/export?${new URLSearchParams(filter)}`;
}

export const addUser = apiCall<typeof contract.addUser>({
  method: 'POST',
  path: '/api/admin/users',
  fallback: 'The user could not be added. Please try again.',
});
export const editUser = apiCall<typeof contract.editUser>({
  method: 'PATCH',
  path: '/api/admin/users/{id}',
  fallback: 'The user could not be updated. Please try again.',
});
export const deleteUser = apiCall<typeof contract.deleteUser>({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  fallback: 'The user could not be deleted. Please try again.',
});
export const restoreUser = apiCall<typeof contract.restoreUser>({
  method: 'POST',
  path: '/api/admin/users/{id}/restore',
  fallback: 'The user could not be restored. Please try again.',
});
export const setUserRole = apiCall<typeof contract.setUserRole>({
  method: 'PUT',
  path: '/api/admin/users/{id}/role',
  fallback: 'The role could not be changed. Please try again.',
});
export const setUserPremium = apiCall<typeof contract.setUserPremium>({
  method: 'PUT',
  path: '/api/admin/users/{id}/premium',
  fallback: 'Failed to update premium status',
});
export const banUser = apiCall<typeof contract.banUser>({
  method: 'POST',
  path: '/api/admin/users/{id}/ban',
  fallback: 'The user could not be suspended. Please try again.',
});
export const unbanUser = apiCall<typeof contract.unbanUser>({
  method: 'DELETE',
  path: '/api/admin/users/{id}/ban',
  fallback: 'The suspension could not be lifted. Please try again.',
});
export const resetUserTwoFactor = apiCall<typeof contract.resetUserTwoFactor>({
  method: 'POST',
  path: '/api/admin/users/{id}/reset-two-factor',
  fallback: 'Two-factor could not be reset. Please try again.',
});
export const signOutUser = apiCall<typeof contract.signOutUser>({
  method: 'POST',
  path: '/api/admin/users/{id}/sign-out',
  fallback: 'The user could not be logged out. Please try again.',
});
export const inviteUser = apiCall<typeof contract.inviteUser>({
  method: 'POST',
  path: '/api/admin/users/{id}/invitation',
  fallback: 'The invitation could not be sent. Please try again.',
});
