// All kinds of notifications, in the order of the settings.
import { applicationApproved, applicationRejected } from '#server/features/applications/review/notifications.ts';
import { moderated } from '#server/features/forum/moderation/notifications.ts';
import { mention, threadReply } from '#server/features/forum/replies/notifications.ts';
import { ownContentReported, reportClosed } from '#server/features/reports/notifications.ts';
import {
  requestFulfilled,
  requestRejected,
  requestUpdated,
} from '#server/features/requests/moderation/notifications.ts';
import { newFollower } from '#server/features/resources/bookmarks/notifications.ts';
import { newUpload, uploadApproved, uploadRejected } from '#server/features/uploads/approval/notifications.ts';
import { uploadMessaged } from '#server/features/uploads/messages/notifications.ts';
import { newVersion } from '#server/features/uploads/versions/notifications.ts';
import type { AnyNotification } from './platform/notices/notification-kinds.ts';

export const siteNotifications: readonly AnyNotification[] = [
  uploadApproved,
  uploadRejected,
  uploadMessaged,
  threadReply,
  mention,
  newUpload,
  newVersion,
  newFollower,
  requestFulfilled,
  requestRejected,
  requestUpdated,
  applicationApproved,
  applicationRejected,
  reportClosed,
  ownContentReported,
  moderated,
];
