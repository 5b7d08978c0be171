// Announcements of newly approved assets in a Discord channel, set up by administrators (product.md CH-3).
import { z } from 'zod';
import { endpoint, timestamp } from '#contract/http.ts';

/** The address that Discord shows for a webhook: its id and its secret token. */
export const WEBHOOK_ADDRESS: RegExp =
  /^https:\/\/(?:(?:canary|ptb)\.)?discord(?:app)?\.com\/api(?:\/v\d{1,2})?\/webhooks\/(\d{15,20})\/([\w-]{40,100})\/?$/;

const webhookAddress = z
  .string()
  .trim()
  .max(300)
  .regex(WEBHOOK_ADDRESS, 'Enter a webhook URL from Discord, such as https://discord.com/api/webhooks/123.../abc...');

/** A message in plain text, as it is previewed. */
const discordMessage = z.object({
  title: z.string(),
  /** Who the asset is by; empty in a message about several. */
  creator: z.string(),
  text: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  isPremium: z.boolean(),
  /** Path of the picture on this site; null if the message has none. */
  picture: z.string().nullable(),
  footer: z.string(),
});
export type DiscordMessage = z.infer<typeof discordMessage>;

const discordPosts = z.object({
  /** Whether a webhook is saved. Its URL is never returned. */
  isSet: z.boolean(),
  isOn: z.boolean(),
  /** Discord's id of the webhook, to recognise it; null without one. */
  webhookId: z.string().nullable(),
  /** When Discord reported that the webhook was deleted, and announcements were turned off; null if it wasn't. */
  goneAt: timestamp.nullable(),
  /** Until when Discord asked to wait; null if it didn't. */
  pausedUntil: timestamp.nullable(),
  lastSentAt: timestamp.nullable(),
  /** Assets that wait to be announced. */
  waiting: z.int(),
  /** Announcements of the last 30 days that may not have arrived. They aren't repeated. */
  uncertain: z.int(),
  /** Announcements of the last 30 days that Discord refused. They aren't repeated either. */
  refused: z.int(),
  /** Whether Discord can reach this site. If not, messages have no links and no pictures. */
  isReachable: z.boolean(),
  /** How a message about one asset looks, with the newest asset of the site. */
  preview: discordMessage,
  /** How a message looks if many assets were approved. */
  summary: discordMessage,
});
export type DiscordPosts = z.infer<typeof discordPosts>;

export const getDiscordPosts = endpoint({
  method: 'GET',
  path: '/api/admin/discord-posts',
  access: 'admin',
  summary: 'Returns whether new assets are announced on Discord, what waits, and how the messages look.',
  reply: discordPosts,
  fallback: 'The settings could not be loaded.',
});

export const putDiscordPosts = endpoint({
  method: 'PUT',
  path: '/api/admin/discord-posts',
  access: 'admin',
  summary:
    'Turns announcements on Discord on or off, and saves the webhook URL if you send one. Assets are announced that are approved from then on.',
  body: z.strictObject({ isOn: z.boolean(), url: webhookAddress.optional() }),
  reply: discordPosts,
  problems: ['DISCORD_WEBHOOK_MISSING', 'CONFIRMATION_REQUIRED'],
  fallback: 'Failed to save settings. Please try again.',
});

export const deleteDiscordPosts = endpoint({
  method: 'DELETE',
  path: '/api/admin/discord-posts',
  access: 'admin',
  summary: 'Deletes the webhook URL. Nothing is announced any more.',
  reply: discordPosts,
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'Failed to save settings. Please try again.',
});

export const sendDiscordTest = endpoint({
  method: 'POST',
  path: '/api/admin/discord-posts/test',
  access: 'admin',
  summary: 'Sends a test message to the saved webhook, whether announcements are on or off.',
  reply: discordPosts,
  problems: ['DISCORD_WEBHOOK_MISSING', 'DISCORD_WEBHOOK_GONE'],
  fallback: 'The test message could not be sent. Please try again.',
});
