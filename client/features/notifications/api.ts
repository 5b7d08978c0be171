import { apiCall } from '#client/kit/data/call.ts';
import type * as contract from '#contract/notifications/api.ts';

export const listNotifications = apiCall<typeof contract.listNotifications>({
  method: 'GET',
  path: '/api/notifications',
  fallback: 'Your notifications could not be loaded. Please try again.',
});

export const countUnread = apiCall<typeof contract.countUnread>({
  method: 'GET',
  path: '/api/notifications/unread',
  fallback: 'Your notifications could not be loaded. Please try again.',
});

export const markRead = apiCall<typeof contract.markRead>({
  method: 'POST',
  path: '/api/notifications/{id}/read',
  fallback: 'This could not be marked as read. Please try again.',
});

export const markAllRead = apiCall<typeof contract.markAllRead>({
  method: 'POST',
  path: '/api/notifications/read',
  fallback: 'Your notifications could not be marked as read. Please try again.',
});

export const getNotificationSettings = apiCall<typeof contract.getNotificationSettings>({
  method: 'GET',
  path: '/api/notifications/settings',
  fallback: 'Your settings could not be loaded.',
});

export const changeNotificationSetting = apiCall<typeof contract.changeNotificationSetting>({
  method: 'PUT',
  path: '/api/notifications/settings/{kind}',
  fallback: 'Your settings could not be saved. Please try again.',
});

export const getUnsubscription = apiCall<typeof contract.getUnsubscription>({
  method: 'GET',
  path: '/api/notifications/unsubscribe',
  fallback: 'This link could not be read. Please try again.',
});

export const unsubscribe = apiCall<typeof contract.unsubscribe>({
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  fallback: 'The emails could not be turned off. Please try again.',
});
