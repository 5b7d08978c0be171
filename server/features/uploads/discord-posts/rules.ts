// Words of the announcements, their form for Discord, and how many are sent at a time. No I/O.
import { resourcePath } from '#contract/paths.ts';
import { type DiscordMessage, WEBHOOK_ADDRESS } from '#contract/uploads/discord-posts.ts';
import type { WebhookAddress, WebhookMessage } from '#server/providers/discord/discord-webhook.ts';

/** An asset as it is announced. */
export type AnnouncedAsset = {
  id: string;
  title: string;
  description: string;
  creator: string;
  type: string;
  editor: string;
  isPremium: boolean;
  thumbnailKey: string | null;
};

/** The site as it appears in messages. `url` is null if Discord can't reach the site, which then gets no links and no pictures. */
export type AnnouncingSite = { name: string; url: string | null };

/** Assets with a message of their own; if more are waiting, one message lists them. */
export const OWN_MESSAGES_MOST = 5;
/** Lines of a message about several assets. */
const LINES_MOST = 10;
const LINE_TITLE_CHARACTERS = 60;
const TEXT_CHARACTERS = 200;
const NAME_CHARACTERS = 60;

/** Colours of Premium and of all other messages. Discord takes no colours from a style sheet. */
const COLOURS = { premium: 0xe0_a8_3c, free: 0xe8_6a_45 } as const;

/** Id and token of a webhook's address; null for any other text. */
export function readWebhookAddress(url: string): WebhookAddress | null {
  const [, id, token] = WEBHOOK_ADDRESS.exec(url.trim()) ?? [];
  return id !== undefined && token !== undefined ? { id, token } : null;
}

/** One line without control characters and characters that change the direction of text, at most `max` characters. */
const plainLine = (text: string, max: number): string => {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
};

/** Text for a place where Discord reads Markdown: shown as written, without mentions, links or formatting. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~|<>[\]()#@:!+.&/-]/g, '\\$&');
}

/** Text for a place where Discord doesn't read Markdown. The invisible character keeps names from looking like mentions. */
const withoutMentions = (text: string): string => text.replaceAll('@', '@\u200b').replaceAll('<', '<\u200b');

export function assetMessage(asset: AnnouncedAsset, siteName: string): DiscordMessage & { path: string } {
  return {
    title: plainLine(asset.title, 120),
    creator: plainLine(asset.creator, NAME_CHARACTERS),
    text: plainLine(asset.description, TEXT_CHARACTERS),
    fields: [
      { name: 'Access', value: asset.isPremium ? 'Premium' : 'Free' },
      { name: 'Type', value: plainLine(asset.type, NAME_CHARACTERS) },
      { name: 'Software', value: plainLine(asset.editor, NAME_CHARACTERS) },
    ].filter(({ value }) => value !== ''),
    isPremium: asset.isPremium,
    picture: asset.thumbnailKey && `/public/thumbnails/${asset.thumbnailKey}-640.webp`,
    footer: plainLine(siteName, NAME_CHARACTERS),
    path: resourcePath(asset.id),
  };
}

type SummaryLine = { title: string; by: string; path: string };

/** A message about several assets: the first ones by name, and the number of the others. */
export function summaryMessage(
  assets: readonly AnnouncedAsset[],
  siteName: string,
): DiscordMessage & { lines: SummaryLine[]; more: number } {
  const lines = assets.slice(0, LINES_MOST).map((asset) => ({
    title: plainLine(asset.title, LINE_TITLE_CHARACTERS),
    by: `by ${plainLine(asset.creator, 30)}${asset.isPremium ? ', Premium' : ''}`,
    path: resourcePath(asset.id),
  }));
  const more = assets.length - lines.length;
  const words = lines.map(({ title, by }) => `${title} ${by}`);
  return {
    title: `${assets.length} new assets`,
    creator: '',
    text: [...words, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    fields: [],
    isPremium: false,
    picture: null,
    footer: plainLine(siteName, NAME_CHARACTERS),
    lines,
    more,
  };
}

const colourOf = ({ isPremium }: DiscordMessage): number => (isPremium ? COLOURS.premium : COLOURS.free);

/** The form in which Discord takes the message about one asset. */
export function assetPost(asset: AnnouncedAsset, site: AnnouncingSite): WebhookMessage {
  const message = assetMessage(asset, site.name);
  const { title, creator, text, fields, picture, footer, path } = message;
  return {
    embeds: [
      {
        title: escapeMarkdown(title),
        ...(text && { description: escapeMarkdown(text) }),
        color: colourOf(message),
        author: { name: withoutMentions(creator) },
        fields: fields.map(({ name, value }) => ({ name, value: escapeMarkdown(value), inline: true })),
        footer: { text: withoutMentions(footer) },
        ...(site.url && { url: `${site.url}${path}` }),
        ...(site.url && picture && { image: { url: `${site.url}${picture}` } }),
      },
    ],
  };
}

/** The form in which Discord takes the message about several assets. */
export function summaryPost(assets: readonly AnnouncedAsset[], site: AnnouncingSite): WebhookMessage {
  const message = summaryMessage(assets, site.name);
  const lines = message.lines.map(({ title, by, path }) => {
    const name = escapeMarkdown(title);
    return `• ${site.url ? `[${name}](${site.url}${path})` : name} ${escapeMarkdown(by)}`;
  });
  return {
    embeds: [
      {
        title: message.title,
        description: [...lines, ...(message.more > 0 ? [`and ${message.more} more`] : [])].join('\n'),
        color: colourOf(message),
        footer: { text: withoutMentions(message.footer) },
        ...(site.url && { url: `${site.url}/resources` }),
      },
    ],
  };
}

/** The message of the button in the settings. */
export function testPost(site: AnnouncingSite): WebhookMessage {
  return {
    embeds: [
      {
        title: 'Test message',
        description: 'New assets will be announced in this channel.',
        color: COLOURS.free,
        footer: { text: withoutMentions(plainLine(site.name, NAME_CHARACTERS)) },
      },
    ],
  };
}

/** Shown in the preview while the site has no assets. */
export const SAMPLE_ASSET: AnnouncedAsset = {
  id: '00000000-0000-4000-8000-000000000000',
  title: 'Soft light leaks',
  description: 'Twelve light leaks on black, ready to lay over your footage.',
  creator: 'creator',
  type: 'overlay',
  editor: 'Premiere Pro',
  isPremium: true,
  thumbnailKey: null,
};
