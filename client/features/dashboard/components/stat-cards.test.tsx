// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { App } from '#client/app.tsx';
import { readDashboardQuery } from '#client/features/dashboard/dashboard-query.ts';
import { CallError } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { Account } from '#contract/accounts/api.ts';
import { StatCards } from './stat-cards.tsx';

const member: Account = {
  id: '1',
  username: 'mira',
  email: 'mira@example.com',
  role: 'USER',
  isPremium: false,
  patreonUsername: null,
  discordUsername: null,
  bio: '',
  avatar: '/api/users/mira/avatar',
  banner: '',
  displayName: null,
  badges: [],
  followers: 0,
  following: 0,
  totalLikes: 0,
  verified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

type Providers = ('google' | 'discord' | 'patreon')[];

const open = (providers: Providers, links: Partial<Account> = {}) => {
  const user = { ...member, ...links };
  const site = {
    siteName: 'Helix',
    siteDescription: '',
    chatInviteUrl: null,
    apiUrl: '/api',
    demo: false,
    maintenance: false,
    logo: null,
    accentColor: null,
    registrationOpen: true,
    categories: [],
    providers,
  };
  const transport = async () => {
    throw new CallError('offline', 0, null);
  };
  render(
    <App
      context={{
        transport,
        queryCache: createQueryCache(),
        site,
        person: { current: user },
        origin: 'http://localhost',
      }}
      me={user}
      theme="dark"
    >
      <MemoryRouter>
        <StatCards
          user={user}
          query={readDashboardQuery(new URLSearchParams())}
          removed={{ has: () => false, touch: () => {} }}
        />
      </MemoryRouter>
    </App>,
  );
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
};

afterEach(cleanup);

describe('the cards of linked accounts', () => {
  it.each([
    [
      ['google', 'discord', 'patreon'],
      ['Connect Discord', 'Connect Patreon'],
    ],
    [['discord'], ['Connect Discord']],
    [['patreon'], ['Connect Patreon']],
    [['google'], []],
  ] as [Providers, string[]][])('with %j set up, offer %j', (providers, offered) => {
    expect(open(providers)).toHaveLength(3 + offered.length);
    const links = screen.queryAllByRole('link', { name: /^Connect/ }).map(({ textContent }) => textContent);
    expect(links).toEqual(offered);
  });

  it('stay visible for a linked member even if the provider is no longer set up', () => {
    const cards = open([], { discordUsername: 'mira#1', patreonUsername: 'mira-p' });
    expect(cards[3]).toMatch(/Connected as mira#1.*Linked/);
    expect(cards[4]).toMatch(/Connected but not a patron.*Disconnect/);
  });
});
