import { useCallback, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { LicenceAnswerRow } from '#client/features/resources/components/licence-answers.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { apiCall } from '#client/kit/data/call.ts';
import { Panel } from '#client/ui/panel.tsx';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { resourcePath } from '#contract/paths.ts';
import type * as contract from '#contract/resources/collections.ts';

const getCollectionLicence = apiCall<typeof contract.getCollectionLicence>({
  method: 'GET',
  path: '/api/collections/{id}/licence',
  fallback: 'Failed to load data',
});

const Causes = ({ causes, causeCount }: contract.CollectionLicence['answers'][number]) => (
  <p className="py-1.5 text-muted wrap-anywhere">
    Because of{' '}
    {causes.map(({ id, title }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <Link to={resourcePath(id)} className="link">
          {title}
        </Link>
      </span>
    ))}
    {causeCount > causes.length && ` and ${causeCount - causes.length} more`}
  </p>
);

/** What may be done with all assets of a collection together, and which assets are the reason (product.md DL-11). */
export function CollectionLicence({ id }: { id: string }) {
  const { transport } = useAppContext();
  const [found, setFound] = useState<contract.CollectionLicence | null>();
  const fetch = useCallback(() => {
    setFound(undefined);
    getCollectionLicence(transport, { params: { id } }).then(setFound, () => setFound(null));
  }, [transport, id]);
  useEffect(fetch, [fetch]);
  if (found === null) return <SectionFailure sentence="The licences could not be loaded." onRetry={fetch} />;
  return (
    <Panel title="Combined licence" className="mb-9 max-w-[68ch] text-sm">
      {found ? (
        <>
          <p className="mb-4 text-muted">
            The strictest answer of all assets counts:{' '}
            {found.licences.map(({ name, assets }) => `${assets} × ${name ?? 'no licence stated'}`).join(', ')}.
          </p>
          {found.answers.map((each) => (
            <div key={each.question}>
              <dl>
                <LicenceAnswerRow question={each.question} answer={each.answer} />
              </dl>
              {each.causes.length > 0 && <Causes {...each} />}
            </div>
          ))}
        </>
      ) : (
        <p role="status" className="text-muted">
          Loading
        </p>
      )}
    </Panel>
  );
}
