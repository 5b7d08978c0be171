// Error screen for a rejected direct download (/direct-download/:id), with a link back to the asset.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Failure } from '#client/kit/data/page.ts';
import { resourcePath } from '#contract/paths.ts';
import { type Refusal, RefusalScreen } from '../kit/refusal-screen.tsx';

const DIRECT = /^\/direct-download\/([0-9a-f-]{36})\/?$/;

/** Screen text and link by error code. Null if there is no asset to link to. */
export function directRefusal({ code, message }: Pick<Failure, 'code' | 'message'>, pathname: string): Refusal | null {
  const id = DIRECT.exec(pathname)?.[1];
  if (id === undefined || code === 'NOT_FOUND' || code === 'RESOURCE_NOT_FOUND') return null;
  const asset = resourcePath(id);
  if (code === 'PREMIUM_SIGN_IN') {
    return { title: 'Login required', message, back: { label: 'Log in', to: `/login?next=${asset}` } };
  }
  if (code === 'PREMIUM_REQUIRED') {
    return { title: 'Premium resource', message, back: { label: 'See plans', to: '/premium' } };
  }
  return { title: 'Error', message, back: { label: 'Back to the asset', to: asset } };
}

export function DirectRefusal({ failure, fallback }: { failure: Failure; fallback: ReactNode }) {
  const { pathname } = useLocation();
  const refusal = directRefusal(failure, pathname);
  return refusal ? <RefusalScreen {...refusal} /> : fallback;
}
