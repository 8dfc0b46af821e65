import type { AssessmentStatus } from './assessments.ts'
import type { AssessmentType } from './fields.ts'
import type { InvitationStatus } from './invitations.ts'
import type { PlanStatus } from './plan-summary.ts'
import type { ReviewStatus } from './rounds.ts'
import type { OrganisationRole, Role } from './roles.ts'
import type { MemberRole, SharedRole } from './shared-assessments.ts'
import type { OrganisationStatus } from './tenants.ts'

// Labels of enumerations, for screens and files. Imports types only, because schemas would load zod on the first page.

export const ROLE_LABELS: Record<Role, string> = {
  'god-admin': 'God-admin',
  auditor: 'Auditor',
  admin: 'Admin',
  user: 'User',
}

/** What each role offers. */
export const ROLE_HINTS: Record<Role, string> = {
  'god-admin': 'Can manage every organisation and its users',
  auditor: 'Can view the organisations assigned to them and certify assessments',
  admin: 'Can take assessments, and manage users and content sets',
  user: 'Can take assessments and view reports',
}

/** What a change to each role means. */
export const ROLE_CONSEQUENCES: Record<OrganisationRole, string> = {
  admin: 'Admins can view and change all users and content in their organisation.',
  user: 'Users keep their assessments but can’t manage their organisation.',
}

export const ASSESSMENT_TYPE_LABELS: Record<AssessmentType, string> = {
  self_assessment: 'Self-assessment',
  certification: 'Certification',
}

export const ASSESSMENT_STATUS_LABELS: Record<AssessmentStatus, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  completed: 'Completed',
  in_review: 'In review',
  returned: 'Returned',
  certified: 'Certified',
}

export const SHARED_ROLE_LABELS: Record<SharedRole, string> = {
  owner: 'Owner',
  contributor: 'Contributor',
  viewer: 'Viewer',
}

/** Of a planned action. */
export const PLAN_STATUS_LABELS: Record<PlanStatus, string> = {
  open: 'Open',
  in_progress: 'In progress',
  done: 'Done',
  dropped: 'Dropped',
}

/** What members do in a shared assessment. */
export const MEMBER_ROLE_HINTS: Record<MemberRole, string> = {
  contributor: 'Can view everything, comment, and answer the elements assigned to them',
  viewer: 'Can view everything, comment, and answer only statements they are asked about',
}

export const REVIEW_STATUS_LABELS: Record<ReviewStatus, string> = {
  submitted: 'Waiting',
  started: 'Under review',
  withdrawn: 'Withdrawn',
  returned: 'Returned',
  certified: 'Certified',
  refused: 'Refused',
}

export const INVITATION_STATUS_LABELS: Record<InvitationStatus, string> = {
  open: 'Pending',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Withdrawn',
}

export const ORGANISATION_STATUS_LABELS: Record<OrganisationStatus, string> = {
  active: 'Active',
  moving: 'Moving',
  suspended: 'Suspended',
}

export function rolesLabel(roles: readonly Role[]) {
  return roles.map((role) => ROLE_LABELS[role]).join(', ')
}
