/** Where somebody stands: what the assessment has come to, or that none is begun. */
export const PARTICIPATION_STATES = [
  'not_begun',
  'in_progress',
  'completed',
  'in_review',
  'returned',
  'certified',
] as const

/** All answered, whatever has been made of it since. */
export const ANSWERED_STATES = ['completed', 'in_review', 'returned', 'certified'] as const
