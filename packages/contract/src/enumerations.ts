// Values that schemas and the web's addresses share. Without zod, because the first page loads this file.

export const ASSESSMENT_TYPES = ['self_assessment', 'certification'] as const

/** Also the participation of a user, who is `not_started` without an assessment. */
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

export const REPORT_KINDS = ['action', 'certification'] as const

export const SIGN_IN_MODES = ['credentials', 'sso', 'combined'] as const

/** How a session started. */
export const SESSION_METHODS = ['password', 'sso'] as const
export type SessionMethod = (typeof SESSION_METHODS)[number]

/** Content sets in the list; retired ones are only in the history. */
export const LISTED_STATUSES = ['draft', 'published'] as const
export type ListedStatus = (typeof LISTED_STATUSES)[number]

/** Certificates that need renewing. */
export const ENDING_KINDS = ['expiring', 'expired'] as const

/**
 * What people do in a shared assessment. Contributors answer what is assigned to them. Viewers read and comment, and
 * answer what they are asked about.
 */
export const SHARED_ROLES = ['owner', 'contributor', 'viewer'] as const

/** The roles that an owner gives. */
export const MEMBER_ROLES = ['contributor', 'viewer'] as const

/** The organisation's shared assessment, or the user's own beside it. */
export const WHOSE = ['ours', 'mine'] as const

/** What becomes of a planned action. */
export const PLAN_STATUSES = ['open', 'in_progress', 'done', 'dropped'] as const
