// Downloads in tests: a browser with its own cookies, and tickets as issued to users.
import type { Person, TestApp } from './harness.ts';

/** Sends requests as one visitor's browser, with its cookies and user agent. */
export function openBrowser(test: TestApp, userAgent = 'Mozilla/5.0 (test)') {
  const cookies = new Map<string, string>();
  const headers = (more: Record<string, string> = {}): Record<string, string> => ({
    'user-agent': userAgent,
    ...(cookies.size > 0 ? { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') } : {}),
    ...more,
  });
  const call = async (url: string, more: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await test.app.inject({ method, url, headers: headers(more) });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  };
  return {
    cookies,
    headers,
    call,
    // Logs the browser in, keeping its other cookies.
    signIn: (person: Person) => cookies.set('token', person.headers.cookie?.replace('token=', '') ?? ''),
    // URL with a ticket for a free download, taken from the ad offer.
    ticketFor: async (destination: string): Promise<string> => {
      const answer = await call(`/api/ad-offer?destination=${encodeURIComponent(destination)}`);
      if (answer.statusCode !== 200) throw new Error(`no offer: ${answer.statusCode} ${answer.body}`);
      return answer.json().directUrl;
    },
  };
}

export type Browser = ReturnType<typeof openBrowser>;
