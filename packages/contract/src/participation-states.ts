/** The status of an assessment, or `not_begun` without one. */
export const PARTICIPATION_STATES = [
  'not_begun',
  'in_progress',
  'completed',
  'in_review',
  'returned',
  'certified',
] as const

/** Everything is answered. */
export const ANSWERED_STATES = ['completed', 'in_review', 'returned', 'certified'] as const
