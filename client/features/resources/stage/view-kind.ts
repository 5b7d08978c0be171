import type { FilePreview, ResourceFile } from '#contract/resources/api.ts';

/** How the stage shows a file. */
export type ViewKind = FilePreview['kind'] | 'text';

/** Null if the stage cannot show it. */
export function viewKind({ preview, textUrl }: Pick<ResourceFile, 'preview' | 'textUrl'>): ViewKind | null {
  return preview?.kind ?? (textUrl === null ? null : 'text');
}

/** Whether the file has a length. */
export function isPlayed(kind: ViewKind): boolean {
  return kind === 'clip' || kind === 'sound' || kind === 'lottie';
}

const TRIED: readonly (ViewKind | undefined)[] = ['clip', 'sound', 'picture', 'look', 'lottie'];

/** Whether the file can be tried on someone's own footage. */
export function canBeTried({ preview }: Pick<ResourceFile, 'preview'>): boolean {
  return TRIED.includes(preview?.kind);
}

/** What pressing a file in the list does. */
export function viewVerb(kind: ViewKind): string {
  return isPlayed(kind) ? 'Play' : kind === 'text' ? 'Read' : 'Show';
}

export type ViewerProps<Kind extends FilePreview['kind']> = {
  preview: Extract<FilePreview, { kind: Kind }>;
  /** The file's name. */
  title: string;
  /** Asks the server for the preview again, because it may have been replaced. */
  onRetry: () => void;
};
