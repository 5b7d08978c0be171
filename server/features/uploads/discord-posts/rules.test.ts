import { describe, expect, it } from 'vitest';
import {
  type AnnouncedAsset,
  assetMessage,
  assetPost,
  escapeMarkdown,
  readWebhookAddress,
  SAMPLE_ASSET,
  summaryMessage,
  summaryPost,
  testPost,
} from './rules.ts';

const site = { name: 'Helix', url: 'https://helix.example' };
const local = { name: 'Helix', url: null };
const asset = (changes: Partial<AnnouncedAsset> = {}): AnnouncedAsset => ({
  ...SAMPLE_ASSET,
  isPremium: false,
  thumbnailKey: 'key',
  ...changes,
});
const token = `${'a'.repeat(60)}_-42`;

describe('the address of a webhook', () => {
  it.each([
    `https://discord.com/api/webhooks/123456789012345678/${token}`,
    `https://discordapp.com/api/webhooks/123456789012345678/${token}`,
    `https://ptb.discord.com/api/webhooks/123456789012345678/${token}/`,
    ` https://canary.discord.com/api/v10/webhooks/123456789012345678/${token} `,
  ])('is %s', (url) => {
    expect(readWebhookAddress(url)).toEqual({ id: '123456789012345678', token });
  });

  it.each([
    '',
    'https://discord.com/api/webhooks/',
    `http://discord.com/api/webhooks/123456789012345678/${token}`,
    `https://discord.com.example/api/webhooks/123456789012345678/${token}`,
    `https://evil@discord.com/api/webhooks/123456789012345678/${token}`,
    `https://discord.com:8443/api/webhooks/123456789012345678/${token}`,
    `https://notdiscord.com/api/webhooks/123456789012345678/${token}`,
    `https://discord.com/api/webhooks/123456789012345678/${token}?thread_id=1`,
    `https://discord.com/api/webhooks/../../users/123456789012345678/${token}`,
    `https://discord.com/api/webhooks/123/${token}`,
    `https://discord.com/api/webhooks/123456789012345678/${token}/slack`,
    'https://127.0.0.1/api/webhooks/123456789012345678/abc',
  ])('is not %j', (url) => {
    expect(readWebhookAddress(url)).toBeNull();
  });
});

describe('the message about an asset', () => {
  it('links to the asset and shows its picture and whether it is Premium', () => {
    const [embed] = assetPost(asset({ isPremium: true }), site).embeds;
    expect(embed).toMatchObject({
      title: 'Soft light leaks',
      url: `https://helix.example/resources/${SAMPLE_ASSET.id}`,
      author: { name: 'creator' },
      image: { url: 'https://helix.example/public/thumbnails/key-640.webp' },
      footer: { text: 'Helix' },
    });
    expect(embed?.fields?.[0]).toEqual({ name: 'Access', value: 'Premium', inline: true });
    expect(embed?.color).not.toBe(assetPost(asset(), site).embeds[0]?.color);
    expect(assetPost(asset(), site).embeds[0]?.fields?.[0]?.value).toBe('Free');
  });

  it('has no links and no pictures if the site is not public', () => {
    const [embed] = assetPost(asset(), local).embeds;
    expect(embed?.url).toBeUndefined();
    expect(embed?.image).toBeUndefined();
    expect(JSON.stringify(summaryPost([asset(), asset()], local))).not.toMatch(/https?:/);
  });

  it('shows names as they are written, without mentions, links or formatting', () => {
    const nasty = '@everyone <@80351110224678901> **bold** [free](https://evil.example) `code` ||spoiler|| :tada:';
    const [embed] = assetPost(asset({ title: nasty, description: nasty, creator: '@here', type: nasty }), site).embeds;
    for (const text of [embed?.title, embed?.description, embed?.fields?.[1]?.value]) {
      expect(text).not.toMatch(/(?<!\\)[@<>*[\]()`|:]/);
      // Without the backslashes it is the name again.
      expect(nasty).toContain((text ?? '').replaceAll(/\\(.)/g, '$1').replace(/…$/, '').slice(0, 60));
    }
    expect(embed?.author?.name).not.toContain('@here');
  });

  it('drops characters that break lines or change the direction of text', () => {
    const message = assetMessage(asset({ title: 'Light\n\u202eleaks\u0000 \u200bpack' }), 'Helix');
    expect(message.title).toBe('Light leaks pack');
  });

  it('stays within the lengths that Discord accepts, with the longest texts', () => {
    const longest = asset({
      title: '*'.repeat(120),
      description: '*'.repeat(5000),
      creator: '@'.repeat(60),
      type: '_'.repeat(60),
      editor: '_'.repeat(60),
    });
    const [embed] = assetPost(longest, { name: '@'.repeat(80), url: `https://${'a'.repeat(60)}.example` }).embeds;
    expect(embed?.title?.length).toBeLessThanOrEqual(256);
    expect(embed?.author?.name.length).toBeLessThanOrEqual(256);
    const sum = JSON.stringify(embed).length;
    expect(sum).toBeLessThanOrEqual(6000);
    const many = summaryPost(Array<AnnouncedAsset>(1000).fill(longest), {
      name: 'Helix',
      url: `https://${'a'.repeat(60)}.example`,
    });
    expect(many.embeds[0]?.description?.length).toBeLessThanOrEqual(4096);
  });
});

describe('the message about many assets', () => {
  it('lists the first ones and counts the others', () => {
    const assets = Array.from({ length: 25 }, (_, index) => asset({ title: `Pack ${index}`, isPremium: index === 0 }));
    const [embed] = summaryPost(assets, site).embeds;
    expect(embed?.title).toBe('25 new assets');
    expect(embed?.url).toBe('https://helix.example/resources');
    const lines = embed?.description?.split('\n') ?? [];
    expect(lines[0]).toBe(`• [Pack 0](https://helix.example/resources/${SAMPLE_ASSET.id}) by creator, Premium`);
    expect(lines.length).toBe(11);
    expect(lines.at(-1)).toBe('and 15 more');
    expect(summaryMessage(assets, 'Helix').text.split('\n').length).toBe(11);
  });
});

it('escapes whatever Markdown could mean something', () => {
  expect(escapeMarkdown('a_b*c [d](e) <f> #g - h')).toBe('a\\_b\\*c \\[d\\]\\(e\\) \\<f\\> \\#g \\- h');
  expect(escapeMarkdown('Übergänge 4K')).toBe('Übergänge 4K');
});

it('has a test message that names the site', () => {
  expect(testPost(site).embeds[0]).toMatchObject({ title: 'Test message', footer: { text: 'Helix' } });
});
