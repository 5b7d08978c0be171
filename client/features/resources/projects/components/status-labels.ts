import type { ProjectItem } from '#contract/resources/projects.ts';

export const STATUS_LABELS: Record<ProjectItem['status'], string> = { maybe: 'Maybe', using: 'Using', used: 'Used' };
