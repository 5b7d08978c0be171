import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ApiGuide as Guide } from '#contract/developers/api.ts';
import { groupPath, OPENAPI_PATH } from './api-reads.ts';
import { Command } from './command.tsx';

const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section id={id} aria-labelledby={`${id}-title`} className="api-guide">
    <h2 id={`${id}-title`} className="display text-h3">
      {title}
    </h2>
    {children}
  </section>
);

const Facts = ({ facts }: { facts: { term: string; words: ReactNode }[] }) => (
  <dl className="api-facts">
    {facts.map(({ term, words }) => (
      <div key={term}>
        <dt className="mono text-sm wrap-anywhere">{term}</dt>
        <dd className="text-sm text-muted">{words}</dd>
      </div>
    ))}
  </dl>
);

const statusesOf = (refusals: Guide['refusals']) =>
  refusals.map(({ code, status, message }) => ({ term: `${status} ${code}`, words: message }));

/** What developers need to know before they make their first request. */
export function ApiGuide({ guide: { url, scopes, limits, refusals } }: { guide: Guide }) {
  return (
    <div className="grid gap-11">
      <Part id="authentication" title="Authentication">
        <p>
          Create a personal access token in your <Link to="/settings#tokens">settings</Link> and send it with every
          call. It acts on your behalf, within the scopes you chose, until it expires or you delete it. Public calls
          don&apos;t need a token.
        </p>
        <Command
          text={`curl -H "Authorization: Bearer $HELIX_TOKEN" \\\n  "${url}/api/auth/me"`}
          label="the first call"
        />
        <p>
          Tokens start with <code className="mono">helix_</code>. All your tokens are revoked when you change your
          password or log out everywhere. No token can change your account, create tokens, open live connections or
          manage the site: an admin&apos;s token has the rights of a leaker with Premium. A call without the right scope
          fails with <code className="mono">TOKEN_SCOPE</code>; public calls respond as they would to a guest. Other
          websites cannot use the API from a browser.
        </p>
      </Part>
      <Part id="scopes" title="Scopes">
        <Facts facts={scopes.map(({ name, allows }) => ({ term: name, words: allows }))} />
      </Part>
      {limits.length > 0 && (
        <Part id="limits" title="Limits">
          <p>
            Limits apply per user, across sessions and tokens. Calls over a limit return 429 with{' '}
            <code className="mono">Retry-After</code> in seconds.
          </p>
          <Facts facts={limits.map(({ what, most }) => ({ term: most, words: what }))} />
        </Part>
      )}
      <Part id="errors" title="Errors">
        <p>
          Errors are returned as <code className="mono">application/problem+json</code> with a{' '}
          <code className="mono">status</code>, a <code className="mono">code</code> for programs, and a{' '}
          <code className="mono">message</code> for users. <code className="mono">BAD_INPUT</code> also lists the
          problems in <code className="mono">fields</code>. Many calls can return the errors below. Each call's
          description lists its own errors.
        </p>
        <Facts facts={statusesOf(refusals)} />
      </Part>
      <Part id="lists" title="Lists">
        <p>
          Every list accepts <code className="mono">page</code> (from 1), <code className="mono">limit</code> (up to
          1000), <code className="mono">search</code> and <code className="mono">sort</code> (
          <code className="mono">newest</code> or <code className="mono">oldest</code>, which reverses the order of
          lists without dates). Object responses have <code className="mono">pagination</code> with{' '}
          <code className="mono">total</code>, <code className="mono">pages</code>,{' '}
          <code className="mono">currentPage</code> and <code className="mono">limit</code>. For plain arrays, the total
          is in the <code className="mono">X-Total-Count</code> header. IDs are UUIDs, times are ISO 8601 in UTC, and
          sizes are in bytes. Requests with unknown keys are rejected; responses may gain new keys.
        </p>
      </Part>
      <Part id="uploading" title="Uploads">
        <p>
          Upload large files with <a href="https://tus.io/protocols/resumable-upload">tus 1.0</a>, so that interrupted
          uploads can resume. Create a resource with <Link to={groupPath('uploads', 'createUpload')}>createUpload</Link>
          , then send each file: <Link to={groupPath('uploads', 'createUploadSession')}>createUploadSession</Link> with{' '}
          <code className="mono">Upload-Length</code> and <code className="mono">Upload-Metadata</code> (resourceId and
          path), <Link to={groupPath('uploads', 'continueUploadSession')}>continueUploadSession</Link> with the bytes,{' '}
          <Link to={groupPath('uploads', 'completeUploadSession')}>completeUploadSession</Link> at the end. We then
          check the files; <Link to={groupPath('uploads', 'getUploadProgress')}>getUploadProgress</Link> returns the
          progress. <Link to={groupPath('uploads', 'submitUpload')}>submitUpload</Link> submits the resource for
          approval. Small files can also be sent as a form with{' '}
          <Link to={groupPath('uploads', 'sendUploadFile')}>sendUploadFile</Link>.
        </p>
      </Part>
      <Part id="openapi" title="OpenAPI">
        <p>
          For a machine-readable version of this reference, see <a href={OPENAPI_PATH}>{OPENAPI_PATH}</a> (OpenAPI 3.1).
        </p>
      </Part>
    </div>
  );
}
