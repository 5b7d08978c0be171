import type { UploadState } from '#contract/uploads/review.ts';

/** Filter of the uploads list. */
export type UploadFilter = { search: string | undefined; state: UploadState | undefined };
