// News about the user's requests, on the dashboards (product.md RQ-4).
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { dismissRequestNews, listRequestNews } from '#client/features/requests/api.ts';
import { statusTones } from '#client/features/requests/request-labels.ts';
import { type AppContext, useAppContext } from '#client/kit/data/app-context.ts';
import { invalidate, load, type Read, read, update, useLoaded } from '#client/kit/data/query.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { RequestNews as Line } from '#contract/requests/api.ts';
import { requestNews } from '#contract/requests/news.ts';

const newsRead: Read<{ news: Line[] }> = read(listRequestNews, {});

/** Always reloads, because an administrator may have decided a request since the last load. */
export function loadRequestNews(context: AppContext): Promise<unknown> {
  invalidate(context, newsRead);
  return load(context, newsRead);
}

/** One line per request whose status changed, until it is dismissed or 30 days old. Renders nothing if there is no news. */
export function RequestNews() {
  const context = useAppContext();
  const act = useAct();
  const box = useRef<HTMLDivElement>(null);
  const [isRead, setRead] = useState(false);
  const news = useLoaded(newsRead)?.news ?? [];
  if (news.length === 0 && !isRead) return null;
  const dismiss = async ({ id, decision }: Line): Promise<void> => {
    const isGone = await act.run(() => dismissRequestNews(context.transport, { params: { id }, body: { decision } }));
    if (!isGone) return;
    setRead(true);
    update(context, newsRead, (data) => ({ news: data.news.filter((line) => line.id !== id) }));
    box.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={box} tabIndex={-1} className="outline-0">
      <Panel title="Your requests">
        {news.length === 0 && (
          <p className="text-muted" role="status">
            No new updates on your requests.
          </p>
        )}
        {news.length > 0 && (
          <ul className="grid gap-3" aria-label="Updates on your requests">
            {news.map((line) => (
              <li key={line.id} className="flex items-start gap-3">
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Badge tone={statusTones[line.status]}>{line.status}</Badge>
                    <span className="wrap-anywhere">{requestNews(line)}</span>
                    <span className="text-sm text-muted">
                      <Ago time={line.changedAt} />
                    </span>
                  </p>
                  {line.note && <p className="mt-1 text-sm text-muted wrap-anywhere">Note: {line.note}</p>}
                  {line.resource && (
                    <Link to={resourcePath(line.resource.id)} className="link inline-block py-1 wrap-anywhere">
                      {line.resource.title}
                    </Link>
                  )}
                </div>
                <IconButton icon="close" label={`Dismiss ${line.resourceName}`} onClick={() => void dismiss(line)} />
              </li>
            ))}
          </ul>
        )}
        {act.failure && (
          <Message tone="error" className="mt-4">
            {act.failure}
          </Message>
        )}
      </Panel>
    </div>
  );
}
