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

/** What has to be known before the first call. */
export function ApiGuide({ guide: { url, scopes, limits, refusals } }: { guide: Guide }) {
  return (
    <div className="grid gap-11">
      <Part id="authentication" title="Authentication">
        <p>
          Make a personal access token in your <Link to="/settings#tokens">settings</Link> and send it with every call.
          It acts for you, within the scopes that you chose, until it expires or you delete it. Calls that are open to
          everybody need none.
        </p>
        <Command
          text={`curl -H "Authorization: Bearer $HELIX_TOKEN" \\\n  "${url}/api/auth/me"`}
          label="the first call"
        />
        <p>
          Tokens begin with <code className="mono">helix_</code>. All of yours end when you change your password or sign
          out everywhere, and none can change your account, make tokens, open live connections or administer the site:
          an administrator&apos;s acts as a leaker&apos;s with Premium. A call without the right scope is refused with{' '}
          <code className="mono">TOKEN_SCOPE</code>; an open call answers as it does to a guest. Pages of other sites
          cannot use the API from a browser.
        </p>
      </Part>
      <Part id="scopes" title="Scopes">
        <Facts facts={scopes.map(({ name, allows }) => ({ term: name, words: allows }))} />
      </Part>
      {limits.length > 0 && (
        <Part id="limits" title="Limits">
          <p>
            They count for the person, however they ask. Beyond one, the answer is 429 with{' '}
            <code className="mono">Retry-After</code> in seconds.
          </p>
          <Facts facts={limits.map(({ what, most }) => ({ term: most, words: what }))} />
        </Part>
      )}
      <Part id="errors" title="Errors">
        <p>
          Every refusal is <code className="mono">application/problem+json</code> with{' '}
          <code className="mono">status</code>, a <code className="mono">code</code> to branch on, and a{' '}
          <code className="mono">message</code> for people. <code className="mono">BAD_INPUT</code> names what is wrong
          in <code className="mono">fields</code>. These can come from many calls; each call lists those of its own.
        </p>
        <Facts facts={statusesOf(refusals)} />
      </Part>
      <Part id="lists" title="Lists">
        <p>
          Every list takes <code className="mono">page</code> from 1, <code className="mono">limit</code> up to 1000,{' '}
          <code className="mono">search</code> and <code className="mono">sort</code> (
          <code className="mono">newest</code> or <code className="mono">oldest</code>; lists without times turn their
          own order). An answer that is an object has <code className="mono">pagination</code> with{' '}
          <code className="mono">total</code>, <code className="mono">pages</code>,{' '}
          <code className="mono">currentPage</code> and <code className="mono">limit</code>; an answer that is a bare
          list has its total in <code className="mono">X-Total-Count</code>. Ids are UUIDs, times are ISO 8601 in UTC,
          sizes are bytes. Unknown keys are refused in what you send, and may come to what you get.
        </p>
      </Part>
      <Part id="uploading" title="Uploads">
        <p>
          Large files go by <a href="https://tus.io/protocols/resumable-upload">tus 1.0</a>, so that a broken upload
          goes on where it was. Begin a resource with{' '}
          <Link to={groupPath('uploads', 'createUpload')}>createUpload</Link>, then send each file:{' '}
          <Link to={groupPath('uploads', 'createUploadSession')}>createUploadSession</Link> with{' '}
          <code className="mono">Upload-Length</code> and <code className="mono">Upload-Metadata</code> (resourceId and
          path), <Link to={groupPath('uploads', 'continueUploadSession')}>continueUploadSession</Link> with the bytes,{' '}
          <Link to={groupPath('uploads', 'completeUploadSession')}>completeUploadSession</Link> at the end. Files are
          checked; <Link to={groupPath('uploads', 'getUploadProgress')}>getUploadProgress</Link> tells how far that is.{' '}
          <Link to={groupPath('uploads', 'submitUpload')}>submitUpload</Link> hands the resource in. A small file can
          also go as a form, by <Link to={groupPath('uploads', 'sendUploadFile')}>sendUploadFile</Link>.
        </p>
      </Part>
      <Part id="openapi" title="OpenAPI">
        <p>
          Everything below, for programs: <a href={OPENAPI_PATH}>{OPENAPI_PATH}</a>, OpenAPI 3.1.
        </p>
      </Part>
    </div>
  );
}
