import { type RawBuilder, sql } from 'kysely'

/**
 * `read`: everything in it. `answer`: change answers, notes and files. `manage`: complete and submit it, and move it to
 * another edition.
 */
export type AssessmentUse = 'read' | 'answer' | 'manage'

/** Who asks for an assessment, and what for. */
export type Asking = { userId: number; to: AssessmentUse }

type Rule = (userId: number) => RawBuilder<boolean>

const isOwner: Rule = (userId) => sql<boolean>`a.user_id = ${userId}`

const WHO: Record<AssessmentUse, Rule> = { read: isOwner, answer: isOwner, manage: isOwner }

/**
 * Whether a user may use the assessment `a` for this. Only the function save_responses says so, too, for one answer. An
 * assessment that a user may not use is not found.
 */
export function mayUse({ userId, to }: Asking): RawBuilder<boolean> {
  return WHO[to](userId)
}
