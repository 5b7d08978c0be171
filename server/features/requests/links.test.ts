// Tests which links are treated as equal, which are invalid, and which are not allowed in requests.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/requests/limits.ts';
import { isRefusedLink } from './refused-links.ts';
import { isOwnLink, normaliseLink, parseRequestedLink } from './rules.ts';

const keyOf = (text: string): string => {
  const link = parseRequestedLink(text);
  if (!link) throw new Error(`no link: ${text}`);
  return link.key;
};

describe('a link', () => {
  it.each([
    ['http versus https', 'http://shop.example/pack'],
    ['host name case', 'HTTPS://Shop.EXAMPLE/pack'],
    ['www', 'https://www.shop.example/pack'],
    ['a trailing dot after the host', 'https://shop.example./pack'],
    ['the default port', 'https://shop.example:443/pack'],
    ['a trailing slash', 'https://shop.example/pack/'],
    ['an empty query', 'https://shop.example/pack?'],
    ['a fragment', 'https://shop.example/pack#reviews'],
    ['tracking parameters', 'https://shop.example/pack?utm_source=mail&fbclid=1&gclid=2&ref=me&UTM_Medium=x'],
    ['needless percent-encoding', 'https://shop.example/%70ack'],
  ])('is compared without %s', (_what, text) => {
    expect(keyOf(text)).toBe(keyOf('https://shop.example/pack'));
  });

  it.each([
    ['an internationalised domain name', 'https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['reordered parameters', 'https://shop.example/?a=1&b=2', 'https://shop.example/?b=2&utm_id=9&a=1'],
    ['percent-encoded letters', 'https://shop.example/größe', 'https://shop.example/gr%c3%b6%c3%9fe'],
    ['a hash route', 'https://shop.example/#/pack', 'https://shop.example/#/pack'],
  ])('is equal for %s', (_what, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });

  it.each([
    ['another path', 'https://shop.example/a', 'https://shop.example/b'],
    ['a path in another case', 'https://shop.example/a', 'https://shop.example/A'],
    ['another value', 'https://shop.example/?id=1', 'https://shop.example/?id=2'],
    ['repeated values in another order', 'https://shop.example/?id=1&id=2', 'https://shop.example/?id=2&id=1'],
    ['another subdomain', 'https://a.shop.example/', 'https://b.shop.example/'],
    ['another port', 'https://shop.example/', 'https://shop.example:8443/'],
    ['an encoded slash', 'https://shop.example/a%2Fb', 'https://shop.example/a/b'],
    ['another hash route', 'https://shop.example/#/a', 'https://shop.example/#!/b'],
  ])('differs for %s', (_what, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });

  it('is stored without tracking parameters and otherwise unchanged', () => {
    expect(parseRequestedLink('https://www.shop.example/Pack/?id=7&ref=me#a')).toMatchObject({
      url: 'https://www.shop.example/Pack/?id=7#a',
      host: 'shop.example',
    });
    expect(parseRequestedLink('https://shop.example/a?x=%20y')?.url).toBe('https://shop.example/a?x=%20y');
  });

  it.each([
    'shop.example/pack',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//shop.example/',
    'http:shop.example',
    'http://',
    'http://a b/',
    'http://shop.example/\nX: y',
    'http://127.0.0.1\\@shop.example/',
    `https://shop.example/${'ü'.repeat(REQUEST_LINK_MAX_CHARACTERS / 2)}`,
  ])('is invalid: %j', (text) => {
    expect(parseRequestedLink(text)).toBeNull();
  });

  it('is normalised idempotently, whatever scheme, www and tracking parameters are added', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9._~%-]{0,8}$/);
    const address = fc
      .record({
        path: fc.array(part, { maxLength: 4 }),
        query: fc.array(fc.tuple(part, part), { maxLength: 3 }),
        hash: part,
      })
      .map(
        ({ path, query, hash }) =>
          `shop.example/${path.join('/')}?${query.map((pair) => pair.join('=')).join('&')}#${hash}`,
      );
    fc.assert(
      fc.property(address, (text) => {
        const normal = normaliseLink(new URL(`https://${text}`));
        expect(normaliseLink(new URL(`https://${normal}`))).toBe(normal);
        expect(normaliseLink(new URL(`http://WWW.${text}`))).toBe(normal);
        expect(normaliseLink(new URL(`https://${text.replace('?', '?utm_source=x&')}`))).toBe(normal);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void [parseRequestedLink(text), isRefusedLink(text)]),
    );
    fc.assert(fc.property(fc.webUrl(), (text) => void expect(parseRequestedLink(text)?.key).toHaveLength(43)));
  });

  it('to this site is recognised in every spelling', () => {
    const own = (text: string) => {
      const link = parseRequestedLink(text);
      return link && isOwnLink(link, 'https://helix.example');
    };
    expect(own('http://www.HELIX.example:8080/resources')).toBe(true);
    expect(own('https://helix.example.shop.example/')).toBe(false);
  });
});

describe('refused links', () => {
  it.each([
    'https://mega.nz/file/abc',
    'https://www.mediafire.com/file/x',
    'https://www78.zippyshare.com/v/1/file.html',
    'https://drive.google.com/file/d/1/view',
    'https://dl.dropbox.com/s/x/pack.zip',
    'https://we.tl/t-abc',
    'https://MEGA.NZ./x',
    'magnet:?xt=urn:btih:abc',
    ' MAGNET:?xt=urn:btih:abc',
    'https://tracker.example/pack.torrent',
    'https://tracker.example/get?file=pack.torrent&x=1',
    'https://best-torrents.example/pack',
    'https://thepiratebay.org/torrent/1',
    'https://nulledscripts.example/',
    'https://themes.example/avada-nulled.zip',
    'https://forum.example/warez/plugins',
    'https://tools.example/?q=sapphire+keygen',
    'https://tools.example/Sapphire-Full-Crack',
    'https://tools.example/plugin-pre-cracked',
    'https://tools.example/sapphire-with-crack/',
    'https://tools.example/element-3d-cracked-version',
    'https://tools.example/%63rack-serial',
    'https://tools.example/sapphire-v9-software-cracked',
    'https://tools.example/reverb-crack-vst-x64',
    'https://tools.example/reverb-license-key-crack',
    'https://tools.example/reverb-crack-patch-full-version',
    'https://tools.example/reverb-crack.exe',
    'https://dl.dropboxusercontent.com/s/x/pack.zip',
    'https://drive.usercontent.google.com/download?id=1',
    'https://docs.google.com/uc?export=download&id=1',
    'https://onedrive.com/x',
    'https://1drv.ms/u/s!x',
    'https://company.app.box.com/s/x',
    'https://company.box.com/s/x',
    'https://company-my.sharepoint.com/personal/x',
    'https://qiwi.gg/file/x',
    'https://buzzheavier.com/x',
    'https://www.swisstransfer.com/d/x',
    'https://plugincracked.example/',
    'https://pc-crack.example/',
    'https://vstcracked.example/',
    'https://getintopc.com/softwares/x',
  ])('include %s', (text) => {
    expect(isRefusedLink(text)).toBe(true);
  });

  it.each([
    'https://shop.example/crackle-sound-pack',
    'https://shop.example/free-download/light-leaks',
    'https://textures.example/cracked-glass-overlays',
    'https://textures.example/cracked-earth-4k',
    'https://textures.example/cracks.zip',
    'https://textures.example/latest-cracked-concrete-textures',
    'https://textures.example/full-crack-texture-pack',
    'https://textures.example/dust-and-crack',
    'https://textures.example/cracked-mac-wallpaper',
    'https://addons.example/crack_plugin_for_blender',
    'https://addons.example/software/crack-it',
    'https://textures.example/lut-pack-cracked',
    'https://textures.example/cracks-download',
    'https://torrent.es/lut',
    'https://maccracken.example/lut',
    'https://docs.google.com/document/d/1/edit',
    'https://www.box.com/pricing',
    'https://textures.example/wall-with-cracks',
    'https://textures.example/broken-and-cracked-windows',
    'https://footage.example/torrential-rain',
    'https://torrential-rain.example/',
    'https://firecracker.example/sparks',
    'https://omega.nz.shop.example/',
    'https://notmega.nz/',
    'https://google.com/drive',
    'https://annulled.example/',
    'https://shop.example/patches?full=1',
    'https://shop.example/%E0%A4%A',
    'not a link',
    '',
  ])('do not include %s', (text) => {
    expect(isRefusedLink(text)).toBe(false);
  });
});
