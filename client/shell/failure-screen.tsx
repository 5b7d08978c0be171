// Error screen for a page whose data could not be loaded. Title, message and back link depend on the error code.
import { useLocation } from 'react-router';
import type { Failure } from '#client/kit/data/page.ts';
import { type Refusal, RefusalScreen } from '../kit/refusal-screen.tsx';

const browse = { label: 'Browse assets', to: '/resources' };

/** Screen text for an error code (specification, sections 2 and 8). */
export function screenOf({ code, message }: Pick<Failure, 'code' | 'message'>, pathname: string): Refusal {
  if (code === 'RESOURCE_NOT_FOUND') {
    return pathname.startsWith('/elements/')
      ? {
          title: 'Resource not found',
          message: 'This starter element may have moved or been removed.',
          back: { label: 'All elements', to: '/elements' },
        }
      : {
          title: 'Resource Not Found',
          message: 'It may have moved or been removed.',
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
