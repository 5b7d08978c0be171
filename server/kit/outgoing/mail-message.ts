/** A mail as it travels: written by domains, sealed in the queue, sent by a provider. */

export type Mail = { to: string; subject: string; text: string; html: string };

/** A mail on its way. The id is the same at every try, so that a mailbox can drop one that arrives twice. */
export type OutgoingMail = Mail & { id: string; at: Date };

/** Sends one mail, or throws; see providers/mail.ts. */
export type SendMail = (mail: OutgoingMail) => Promise<void>;
