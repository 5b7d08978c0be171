/** Email types: domains write an email, the queue stores it encrypted, and a provider sends it. */

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Address that turns off emails like this one with one POST request (RFC 8058). */
  unsubscribe?: string | undefined;
};

/** A queued email. The ID stays the same on every attempt, so that mailboxes can drop duplicates. */
export type OutgoingMail = Mail & { id: string; at: Date };

/** Sends one email; throws if that fails. See providers/mail.ts. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;
