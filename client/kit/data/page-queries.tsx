// TanStack Query for logged-in pages that need polling or optimistic updates.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

// No automatic retries: failures are shown with a "Try again" button.
const createClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  });

/** Provides a query client for one page. Its cache is discarded when the user leaves the page. */
export function PageQueries({ children }: { children: ReactNode }) {
  const [client] = useState(createClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
