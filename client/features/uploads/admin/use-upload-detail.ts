import { useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { AdminUploadDetail } from '#contract/uploads/review.ts';
import { getAdminUpload } from './approvals-api.ts';

export function useUploadDetail(id: string) {
  const { transport } = useAppContext();
  const [upload, setUpload] = useState<AdminUploadDetail | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    getAdminUpload(transport, { params: { id } }).then(
      (found) => isCurrent && setUpload(found),
      (error: Error) => isCurrent && setFailure(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [transport, id]);
  return { upload, failure };
}
