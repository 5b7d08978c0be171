import type { UploadState } from '#contract/uploads/review.ts';

export type UploadFilter = { search: string | undefined; state: UploadState | undefined };
