import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, parseOutgoingUrl } from './addresses.ts';

describe('an IP address', () => {
  it.each(['1.1.1.1', '8.8.8.8', '198.41.0.4', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450::8'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '100.100.100.200', '192.0.0.1', '192.0.2.1', '192.88.99.1'],
    ...['198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['168.63.129.16', '::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:7f00:1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::', '2001::1', '2001:db8::1', '3fff::1'],
    ...['fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1', '100::1', '100:0:0:1::1', '4000::1', '5f00::1'],
    ...['2001:10::1', '2001:20::1', '2001:2::1', 'fe80::1%eth0', '', 'localhost', '127.1', '1.1.1.1 '],
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an embedded IPv4 address', () => {
  const hex = (a: number, b: number) => ((a << 8) | b).toString(16);

  it('is not public in any IPv6 form that embeds one', () => {
    fc.assert(
      fc.property(fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)), ([a, b, c, d]) => {
        const low = `${hex(a, b)}:${hex(c, d)}`;
        for (const form of [
          `::ffff:${low}`,
          `::${low}`,
          `::ffff:0:${low}`,
          `64:ff9b::${low}`,
          `2002:${low}::`,
          `2001::${low}`,
        ])
          expect(isPublicAddress(form), form).toBe(false);
      }),
    );
  });

  it('is parsed to the same address in every notation', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32 - 1), (number) => {
        const parts = [24, 16, 8, 0].map((shift) => (number >>> shift) & 255);
        const isPublic = isPublicAddress(parts.join('.'));
        const written = [
          number,
          `0x${number.toString(16)}`,
          `0${number.toString(8)}`,
          parts.map((part) => `0${part.toString(8)}`).join('.'),
        ];
        for (const host of written)
          expect(parseOutgoingUrl(`http://${host}/`)?.hostname, String(host)).toBe(
            isPublic ? parts.join('.') : undefined,
          );
      }),
    );
  });
});

describe('parsing a URL', () => {
  it.each([
    ['http://shop.example', 'http://shop.example/'],
    ['https://shop.example:443/a?b#c', 'https://shop.example/a?b'],
    ['HTTPS://Shop.Example/A', 'https://shop.example/A'],
    ['http://shop.example:443/', 'http://shop.example:443/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://my_shop.example/a b', 'https://my_shop.example/a%20b'],
    ['http://8.8.8.8/', 'http://8.8.8.8/'],
    ['http://[2606:4700::1111]/', 'http://[2606:4700::1111]/'],
  ])('turns %s into %s', (text, href) => expect(parseOutgoingUrl(text)?.href).toBe(href));

  it.each([
    ...[
      '',
      'shop.example',
      '//shop.example/',
      '/a',
      'http:shop.example',
      'http:/shop.example',
      'http:///shop.example/',
    ],
    ...[
      'ftp://shop.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:text/html,a',
      'blob:http://a.example/',
    ],
    ...[
      'http://shop.example:8080/',
      'https://shop.example:22/',
      'http://shop.example:0/',
      'http://shop.example:99999/',
    ],
    ...['http://a@shop.example/', 'http://a:b@shop.example/', 'http://:b@shop.example/', 'http://@127.0.0.1/'],
    ...[
      'http://shop.example\\@other.example/',
      'http://shop.example/a\\b',
      'http://sh\top.example/',
      'http://shop.example/\n',
    ],
    ...[
      'http://localhost/',
      'http://LOCALHOST/',
      'http://localhost./',
      'http://a.localhost/',
      'http://router/',
      'http://nas.local/',
    ],
    ...['http://metadata.google.internal/', 'http://printer.lan/', 'http://nas.home.arpa/', 'http://shop.example./'],
    ...['http://127.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://017700000001/', 'http://0/'],
    ...[
      'http://①②⑦.⓪.⓪.①/',
      'http://127。0。0。1/',
      'http://127.0.0.1./',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
    ],
    ...['http://[fe80::1%25eth0]/', 'http://[::]/', 'http://-shop.example/', 'http://a..example/', 'http://a b/'],
    `http://shop.example/${'a'.repeat(4096)}`,
  ])('rejects %j', (text) => expect(parseOutgoingUrl(text)).toBeNull());
});
