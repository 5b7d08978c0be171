import { useEffect, useState } from 'react';
import { formatAgo, formatDay } from './format-date.ts';

/** A point in time: the date in server-rendered HTML, "3 hours ago" once the browser's clock is available. */
export function Ago({ time, className }: { time: string; className?: string }) {
  const [text, setText] = useState<string>();
  useEffect(() => setText(formatAgo(time)), [time]);
  const day = formatDay(time);
  return (
    <time dateTime={time} title={day} className={className}>
      {text ?? day}
    </time>
  );
}
