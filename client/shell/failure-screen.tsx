// A page whose load was refused: which screen, which words, which way back.
import { useLocation } from 'react-router';
import type { Failure } from '#client/kit/data/page.ts';
import { type Refusal, RefusalScreen } from '../kit/refusal-screen.tsx';

const browse = { label: 'Browse assets', to: '/resources' };

/** Words of the specification, sections 2 and 8, by the failure's code. */
export function screenOf({ code, message }: Pick<Failure, 'code' | 'message'>, pathname: string): Refusal {
  if (code === 'RESOURCE_NOT_FOUND') {
    return pathname.startsWith('/elements/')
      ? {
          title: 'Resource not found',
          message: 'There is no starter element at this address.',
          back: { label: 'All elements', to: '/elements' },
        }
      : {
          title: 'Resource Not Found',
          message: 'It may have been removed, or the address is not right.',
          back: browse,
        };
  }
  if (code === 'NOT_FOUND') return { title: 'Page Not Found', message, back: browse };
  if (code === 'PROFILE_NOT_FOUND') {
    return {
      title: 'Profile Not Found',
      message: "The profile you're looking for doesn't exist or has been removed.",
      back: browse,
    };
  }
  return { title: 'Error', message, back: browse };
}

export function FailureScreen({ failure }: { failure: Failure }) {
  const { pathname } = useLocation();
  return <RefusalScreen {...screenOf(failure, pathname)} />;
}
