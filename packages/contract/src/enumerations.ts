/** Also the participation of a user, who is `not_started` without an assessment. Without zod, for the web's addresses. */
export const ASSESSMENT_STATUSES = [
  'not_started',
  'in_progress',
  'completed',
  'in_review',
  'returned',
  'certified',
] as const

/** Everything is answered. */
export const ANSWERED_STATES = ['completed', 'in_review', 'returned', 'certified'] as const
