// API calls for the announcements on Discord, and the query that the section shows.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/uploads/discord-posts.ts';

const getDiscordPosts = apiCall<typeof contract.getDiscordPosts>({
  method: 'GET',
  path: '/api/admin/discord-posts',
  fallback: 'The settings could not be loaded.',
});

export const discordPostsRead = read(getDiscordPosts, {});

export const putDiscordPosts = apiCall<typeof contract.putDiscordPosts>({
  method: 'PUT',
  path: '/api/admin/discord-posts',
  fallback: 'Failed to save settings. Please try again.',
});

export const deleteDiscordPosts = apiCall<typeof contract.deleteDiscordPosts>({
  method: 'DELETE',
  path: '/api/admin/discord-posts',
  fallback: 'Failed to save settings. Please try again.',
});

export const sendDiscordTest = apiCall<typeof contract.sendDiscordTest>({
  method: 'POST',
  path: '/api/admin/discord-posts/test',
  fallback: 'The test message could not be sent. Please try again.',
});
