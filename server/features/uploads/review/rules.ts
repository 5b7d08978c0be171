import type { UploadState } from '#contract/uploads/review.ts';

/** What a list is narrowed to. */
export type UploadFilter = { search: string | undefined; state: UploadState | undefined };
