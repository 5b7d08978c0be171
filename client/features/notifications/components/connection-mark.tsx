import { useLinkState } from './live.ts';

const words = { connecting: 'Connecting', live: 'Live', lost: 'Not live' } as const;

/** Whether new notifications show up without a reload. */
export function ConnectionMark() {
  const state = useLinkState();
  return <span className={state === 'live' ? 'notify-live' : 'notify-live notify-away'}>{words[state]}</span>;
}
