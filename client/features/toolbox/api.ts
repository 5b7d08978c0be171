// Toolbox API calls. All except the first one need the toolbox token (token.ts).
import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/toolbox/api.ts';

export const getToolboxToken = apiCall<typeof contract.getToolboxToken>({
  method: 'GET',
  path: '/api/admin/toolbox/token',
  fallback: 'Authentication failed: Unable to get token',
});
export const listServers = apiCall<typeof contract.listServers>({
  method: 'GET',
  path: '/api/admin/toolbox/servers',
  fallback: 'Failed to fetch servers. Please try again.',
});
export const addServer = apiCall<typeof contract.addServer>({
  method: 'POST',
  path: '/api/admin/toolbox/servers',
  fallback: 'Failed to add server. Please try again.',
});
export const startServer = apiCall<typeof contract.startServer>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/start',
  fallback: 'Failed to start server. Please try again.',
});
export const stopServer = apiCall<typeof contract.stopServer>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/stop',
  fallback: 'Failed to stop server. Please try again.',
});
export const restartServer = apiCall<typeof contract.restartServer>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/restart',
  fallback: 'Failed to restart server. Please try again.',
});
export const deleteServer = apiCall<typeof contract.deleteServer>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/delete',
  fallback: 'Failed to delete server. Please try again.',
});
export const setServerPriority = apiCall<typeof contract.setServerPriority>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/priority/{n}',
  fallback: 'Failed to update server priority. Please try again.',
});
export const setServerDefault = apiCall<typeof contract.setServerDefault>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/default/{bool}',
  fallback: 'Failed to update server default status. Please try again.',
});
export const forgetHostKey = apiCall<typeof contract.forgetHostKey>({
  method: 'POST',
  path: '/api/admin/toolbox/servers/{id}/forget-host-key',
  fallback: 'The host key could not be removed.',
});
export const getServerStats = apiCall<typeof contract.getServerStats>({
  method: 'GET',
  path: '/api/admin/toolbox/servers/{id}/stats',
  fallback: 'Failed to fetch servers. Please try again.',
});
