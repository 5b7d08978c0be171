// Administrators' API calls for applications.
import { apiCall, countedCall } from '#client/kit/data/call.ts';
import type * as bulk from '#contract/applications/bulk-approvals.ts';
import type * as contract from '#contract/applications/review.ts';

export const listApplications = countedCall<typeof contract.listApplications>({
  method: 'GET',
  path: '/api/admin/applications',
  fallback: 'Failed to fetch dashboard data',
});

export const getApplication = apiCall<typeof contract.getApplication>({
  method: 'GET',
  path: '/api/admin/applications/{id}',
  fallback: 'Failed to load data',
});

export const approveApplication = apiCall<typeof contract.approveApplication>({
  method: 'POST',
  path: '/api/admin/applications/{id}/approve',
  fallback: 'Failed to approve application',
});

export const rejectApplication = apiCall<typeof contract.rejectApplication>({
  method: 'POST',
  path: '/api/admin/applications/{id}/reject',
  fallback: 'Failed to reject application',
});

export const listBulkApprovals = apiCall<typeof bulk.listBulkApprovals>({
  method: 'GET',
  path: '/api/admin/applications/bulk-approvals',
  fallback: 'Failed to fetch dashboard data',
});

export const undoBulkApproval = apiCall<typeof bulk.undoBulkApproval>({
  method: 'POST',
  path: '/api/admin/applications/bulk-approvals/{id}/undo',
  fallback: 'The approval could not be undone. Please try again.',
});
