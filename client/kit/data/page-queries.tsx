// TanStack Query for pages of signed-in people: polling, and writes that show before they are answered.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

// No second try after a failure: it is shown, and people press "Try again".
const createClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  });

/** The queries of one page. Nothing of them outlives it. */
export function PageQueries({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
