// Approval rules without I/O.

import type { ProblemCode } from '#contract/problems.ts';
import { licenceProblem } from '#server/features/uploads/rules.ts';

type Public = { status: string; hiddenAt: Date | null; likes: number };

const publicLikes = (resource: Public | null): number =>
  resource !== null && resource.status === 'APPROVED' && resource.hiddenAt === null ? resource.likes : 0;

/** Likes that the leaker gains or loses when a resource changes; null means that the resource is deleted. */
export function likesMoved(was: Public | null, is: Public | null): number {
  return publicLikes(is) - publicLikes(was);
}

type Approvable = {
  category: string;
  licence: string | null;
  rightsDeclaredAt: Date | null;
  saleDeclaredAt: Date | null;
  fileCount: number;
};

/** Why an upload cannot be approved, or null. Temporary reasons come first. */
export function approvalProblem(resource: Approvable, isUnderWay: boolean): ProblemCode | null {
  if (isUnderWay) return 'UPLOAD_NOT_READY';
  if (resource.fileCount === 0) return 'NO_FILES';
  if (resource.licence === null || resource.rightsDeclaredAt === null) return 'RIGHTS_NOT_DECLARED';
  return licenceProblem({
    category: resource.category,
    licence: resource.licence,
    saleDeclared: resource.saleDeclaredAt !== null,
  });
}
