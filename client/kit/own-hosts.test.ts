import { describe, expect, it } from 'vitest';
import { configuredAddress, wayToSite } from './own-hosts.ts';
import { isTunnelHost } from './tunnel-host.ts';

describe('isTunnelHost', () => {
  it.each(['a.ngrok.io', 'a-b.ngrok.app', 'x.ngrok-free.app', 'x.eu.ngrok.io', 'A.NGROK.IO'])('accepts %s', (host) => {
    expect(isTunnelHost(host)).toBe(true);
  });

  it.each(['localhost', '127.0.0.1', 'helix.example', 'ngrok.io', 'evilngrok.io', 'a.ngrok.io.example', 'a.ngrok.dev'])(
    'rejects %s',
    (host) => {
      expect(isTunnelHost(host)).toBe(false);
    },
  );
});

describe('configuredAddress', () => {
  const site = { origin: 'https://helix.example', site: { apiUrl: '/api' } };
  const tunnel = 'https://x.ngrok-free.app/resources/1';

  it.each([
    ['http://localhost:3000/download/1?file=a.mov', 'https://helix.example/download/1?file=a.mov'],
    ['http://127.0.0.1:3000/', 'https://helix.example/'],
    ['http://[::1]:3000/wiki#faq', 'https://helix.example/wiki#faq'],
    ['https://old.ngrok.io/api/auth/google?next=%2F', 'https://helix.example/api/auth/google?next=%2F'],
    ['/api/auth/discord', 'https://helix.example/api/auth/discord'],
    ['/apis', 'https://helix.example/apis'],
  ])('maps %s to %s', (address, expected) => {
    expect(configuredAddress(address, site, tunnel)).toBe(expected);
  });

  it('maps API calls to the configured API URL', () => {
    for (const apiUrl of ['https://helix.example/backend', 'https://helix.example/backend/', '/backend'])
      expect(configuredAddress('http://localhost:3000/api/site?_=1', { ...site, site: { apiUrl } }, tunnel)).toBe(
        'https://helix.example/backend/site?_=1',
      );
  });

  it.each([
    'https://files.example/a.zip',
    'https://helix.example/download/1',
    'mailto:a@localhost',
    'blob:http://localhost:3000/1',
    'http://[',
  ])('leaves %s unchanged', (address) => {
    expect(configuredAddress(address, site, tunnel)).toBe(address);
  });

  it('leaves URLs unchanged if the site itself is configured on a development or tunnel host', () => {
    for (const origin of ['http://localhost:3000', 'https://x.ngrok.app'])
      for (const address of ['/api/auth/google', `${origin}/download/1`])
        expect(configuredAddress(address, { origin, site: { apiUrl: '/api' } }, `${origin}/login`)).toBe(address);
  });
});

describe('wayToSite', () => {
  const site = { origin: 'https://x.ngrok.app', site: { apiUrl: 'https://x.ngrok.app/api' } };

  it.each([
    ['http://localhost:3000/resources?page=2', 'https://x.ngrok.app/resources?page=2'],
    ['http://127.0.0.1:3000/verify-email#token=a', 'https://x.ngrok.app/verify-email#token=a'],
    ['https://old.ngrok.io/', 'https://x.ngrok.app/'],
  ])('maps %s to %s', (here, expected) => {
    expect(wayToSite(site, here)).toBe(expected);
  });

  it('is null on the configured host, on other hosts, and if API calls go to the same origin', () => {
    expect(wayToSite(site, 'https://x.ngrok.app/')).toBeNull();
    expect(wayToSite(site, 'https://helix.example/')).toBeNull();
    expect(wayToSite({ ...site, site: { apiUrl: '/api' } }, 'http://localhost:3000/')).toBeNull();
    const split = { origin: 'http://localhost:3000', site: { apiUrl: 'https://api.example' } };
    expect(wayToSite(split, 'http://localhost:3000/')).toBeNull();
  });
});
