// OAuth visits to a provider's consent page and back, like in a browser, with a running application and fake providers.
import type { InjectOptions } from 'fastify';
import type { ProviderName } from '#contract/accounts/oauth.ts';
import type { ProviderFakes } from '#server/providers/oauth.fake.ts';
import type { TestApp } from './harness.ts';

type Headers = Record<string, string>;

export type Way = {
  /** Subject id of one of the fake provider's users, or `new` for a new user. */
  person?: string;
  allow?: boolean;
  query?: Record<string, string>;
  headers?: Headers;
};

const browser: Headers = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
};

const cookieText = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join('; ');

export function startVisits(app: Pick<TestApp, 'app'>['app'], fakes: ProviderFakes) {
  // Starts the visit by requesting the redirect to the consent page. The browser then sends the returned `headers`.
  const begin = async (provider: ProviderName, { query = {}, headers = {} }: Way = {}) => {
    const reply = await app.inject({
      method: 'GET',
      url: `/api/auth/${provider}?${new URLSearchParams(query)}`,
      headers: { ...browser, ...headers },
    });
    const mark = reply.cookies.find(({ name }) => name === 'oauth');
    const cookie = cookieText(headers.cookie, mark && `oauth=${mark.value}`);
    return { reply, address: String(reply.headers.location ?? ''), headers: { ...browser, ...headers, cookie } };
  };

  // Answers the provider's consent page; returns the request with which the browser returns to the site.
  const comeBack = async (provider: ProviderName, way: Way = {}): Promise<InjectOptions> => {
    const { address, headers } = await begin(provider, way);
    if (!address.startsWith(fakes.url)) return { method: 'GET', url: `/api/auth/${provider}/callback`, headers };
    const person = way.person ?? fakes[provider].people[0]?.subject ?? '';
    const { pathname, search } = new URL(await fakes.consent(address, { person, allow: way.allow ?? true }));
    return { method: 'GET', url: pathname + search, headers };
  };

  const ask = async (request: InjectOptions) => {
    const reply = await app.inject(request);
    const cookie = cookieText(
      ...reply.cookies.filter(({ value }) => value !== '').map(({ name, value }) => `${name}=${value}`),
    );
    return { reply, status: reply.statusCode, location: String(reply.headers.location ?? ''), headers: { cookie } };
  };

  return {
    begin,
    comeBack,
    ask,
    // Completes the whole visit, including the request back to the site.
    go: async (provider: ProviderName, way: Way = {}) => ask(await comeBack(provider, way)),
  };
}

export type Visits = ReturnType<typeof startVisits>;
