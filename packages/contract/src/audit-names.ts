import type { AuditAction } from './audit-labels.ts'
import type { AuditEntry } from './audit.ts'

/** What Waymark does by itself. Everything else without a request is done by a command. */
const BY_ITSELF = new Set<AuditAction>([
  'assessments.expired',
  'mail.failed',
  'organisation.removed',
  'report.failed',
  'sso.turned_off',
  'virus_scan.delayed',
  'virus_scan.resumed',
])

type Done = Pick<AuditEntry, 'action' | 'request_id'>

/** Who did it, where no user is recorded, or one whose name the reader doesn’t see. */
export function doneByUnnamed({ actor, ...done }: Done & Pick<AuditEntry, 'actor'>): string {
  return actor ? 'Platform user or removed user' : doneWithoutUser(done)
}

/** Who did it, where no user is recorded. */
export function doneWithoutUser({ action, request_id }: Done): string {
  if (request_id !== null) return 'Not signed in'
  return BY_ITSELF.has(action as AuditAction) ? 'Waymark' : 'Command line'
}

/** What an entry is about: the user or address, else what its details name. */
export function affectedName({ about, details }: Pick<AuditEntry, 'about' | 'details'>) {
  const { name, email, title, domain } = details
  return [about?.name, about?.email, name, email, title, domain].find(
    (text) => typeof text === 'string',
  )
}
