import type { ApiCallFacts, ApiField } from '#contract/developers/api.ts';
import { Method, whoMay } from './call-marks.tsx';
import { Command } from './command.tsx';
import { MarkedText } from './marked-text.tsx';

const places: Record<ApiField['in'], string> = { path: 'path', query: 'query', form: 'form', header: 'header' };

const Fields = ({ fields }: { fields: ApiField[] }) => (
  <ul className="api-fields">
    {fields.map(({ name, in: place, type, isRequired }) => (
      <li key={`${place} ${name}`}>
        <span className="mono font-semibold wrap-anywhere">{name}</span>{' '}
        <span className="text-sm text-muted">
          {places[place]}
          {isRequired ? '' : ', optional'}
        </span>
        <span className="api-type">{type.trim()}</span>
      </li>
    ))}
  </ul>
);

const bodyWords = ({ mediaType, shape, maxBytes }: NonNullable<ApiCallFacts['body']>): string =>
  shape ? `JSON, up to ${Math.round(maxBytes / 1024)} KB` : mediaType;

const replyWords = ({ status, mediaType, shape }: ApiCallFacts['reply']): string => {
  if (status === 302) return '302, redirects';
  if (shape) return `${status}, JSON`;
  return mediaType ? `${status}, ${mediaType}` : `${status}, no body`;
};

const Shape = ({ title, words, shape }: { title: string; words: string; shape: string | null }) => (
  <div>
    <h4 className="font-semibold">
      {title} <span className="font-normal text-muted">{words}</span>
    </h4>
    {shape && <pre className="api-code mt-2">{shape}</pre>}
  </div>
);

const Refusals = ({ refusals }: Pick<ApiCallFacts, 'refusals'>) => (
  <div>
    <h4 className="font-semibold">Errors</h4>
    <ul className="mt-2 grid gap-1.5 text-sm">
      {refusals.map(({ code, status, message }) => (
        <li key={code}>
          <span className="mono wrap-anywhere">
            {status} {code}
          </span>{' '}
          <span className="text-muted">{message}</span>
        </li>
      ))}
    </ul>
  </div>
);

/** Full description of an endpoint. Its ID is the anchor that links point to. */
export function CallFacts({ call }: { call: ApiCallFacts }) {
  return (
    <article id={call.id} aria-labelledby={`${call.id}-title`} className="api-call">
      <h3 id={`${call.id}-title`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Method method={call.method} />
        <a href={`#${call.id}`} className="mono min-w-0 py-1 text-card wrap-anywhere hover:underline">
          {call.path}
        </a>
      </h3>
      <p className="mt-2">
        <MarkedText text={call.summary} />
      </p>
      <p className="mt-1 text-sm text-muted">
        {whoMay(call)}. {call.limit && `At most ${call.limit}. `}
        <span className="mono wrap-anywhere">{call.id}</span>
      </p>
      <div className="api-parts">
        {call.fields.length > 0 && (
          <div>
            <h4 className="font-semibold">Parameters</h4>
            <Fields fields={call.fields} />
          </div>
        )}
        {call.body && <Shape title="Body" words={bodyWords(call.body)} shape={call.body.shape} />}
        <Shape title="Response" words={replyWords(call.reply)} shape={call.reply.shape} />
        {call.refusals.length > 0 && <Refusals refusals={call.refusals} />}
        <Command text={call.curl} label={`the command for ${call.id}`} />
      </div>
    </article>
  );
}
