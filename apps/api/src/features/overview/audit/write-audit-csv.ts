import { type AuditEntry, MOST_ENTRIES } from 'contract/audit'
import { auditWords } from 'contract/audit-words'
import { writeCsv } from '#core/csv.ts'

const HEAD = ['Time (UTC)', 'Organisation', 'Who', 'What', 'To what', 'Details', 'Request']

export function writeAuditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ at, tenant, actor, action, subject, about, details, request_id }) => [
    at,
    tenant.name,
    actor && (actor.name ?? `user ${actor.id}`),
    auditWords(action),
    about ? [about.name, about.email].filter(Boolean).join(', ') : subject,
    Object.keys(details).length === 0 ? null : JSON.stringify(details),
    request_id,
  ])
  const cut = `Only the newest ${MOST_ENTRIES.toLocaleString('en-GB')} entries. Choose dates for the others.`
  return writeCsv([HEAD, ...rows, ...(entries.length < MOST_ENTRIES ? [] : [[cut]])])
}
