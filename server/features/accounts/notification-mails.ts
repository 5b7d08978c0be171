// Emails about notifications that are still unread, and the daily digest (spec SH-9).

export type NotificationNotice = {
  kind: 'notifications';
  /** Kind of the notifications in the middle of a sentence; null for the digest. */
  about: string | null;
  lines: { title: string; line: string; link: string }[];
  /** Notifications beyond those lines. */
  more: number;
};

type Site = { url: string };
type Words = { subject: string; says: string[]; button: { label: string; link: string }; why: string };

const sentence = (title: string): string => (/[.!?…]$/.test(title) ? title : `${title}.`);

export const notificationWriters: { notifications: (notice: NotificationNotice, site: Site) => Words } = {
  notifications: ({ about, lines, more }, { url }) => {
    const count = lines.length + more;
    const [first] = lines;
    const isOne = first !== undefined && count === 1;
    return {
      // Never a title: those contain text that other people chose.
      subject: `You have ${count} unread ${count === 1 ? 'notification' : 'notifications'}`,
      says: [
        ...lines.map(({ title, line, link }) => [sentence(title), line, isOne ? '' : link].filter(Boolean).join(' ')),
        ...(more > 0 ? [`There are ${more} more.`] : []),
      ],
      button: isOne
        ? { label: 'View it on the site', link: first.link }
        : { label: 'View your notifications', link: `${url}/notifications` },
      why: about
        ? `You are receiving this email because emails about ${about} are on in your settings.`
        : 'You are receiving this email because the daily digest is on in your settings.',
    };
  },
};
