// The message about notifications on the socket at /ws. Every signed-in socket gets it, whichever channel it watches.

/** Sent when notifications arrive or are marked as read, on this device or another. Not sent on connecting: fetch the count then. */
export type NotificationEvents = {
  notifications(state: { unread: number }): void;
};
