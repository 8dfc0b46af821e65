import { formatSize } from 'contract/file-size'
import type { OrganisationChange } from 'contract/tenants'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { type AuditDetails, type RecordedBy, recordEvent } from '#support/audit.queries.ts'
import { raiseVersion } from '#support/tenants.queries.ts'
import { isDomainTaken, updateTenant } from './organisation-settings.queries.ts'

export type Settings = Omit<OrganisationChange, 'version' | 'auditor' | 'sessions'>

export function differing(before: Settings, settings: Settings): Settings {
  const names = Object.keys(settings) as (keyof Settings)[]
  return Object.fromEntries(
    names.filter((name) => settings[name] !== before[name]).map((name) => [name, settings[name]]),
  )
}

export async function refuseUnfit(db: Db, kind: string, change: Settings, connections: number) {
  const fields: Record<string, string> = {}
  if (change.domain !== undefined) {
    if (kind !== 'organisation')
      fields.domain = 'You can’t change the domain of the public organisation or of the platform'
    else if (await isDomainTaken(db, change.domain))
      fields.domain = 'Another organisation already uses this domain. Choose a different one.'
  }
  if (change.sign_in_mode === 'sso' && connections === 0)
    fields.sign_in_mode =
      'No single sign-on connection is on, so no one could sign in. Connect an identity provider or turn on a connection first.'
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields,
    })
}

/** Saves and records what differs. `others`: what else changed. */
export async function saveChange(
  db: Db,
  by: RecordedBy & { scope: Scope },
  before: Settings,
  change: Settings,
  others: AuditDetails = {},
): Promise<void> {
  if (Object.keys(change).length > 0) await updateTenant(db, by.scope, change)
  const details = { ...changeTexts(before, change), ...others }
  if (Object.keys(details).length === 0) return
  await raiseVersion(db, [by.scope.tenantId])
  await recordEvent(db, by, 'organisation.changed', { details })
}

function changeTexts(before: Settings, change: Settings) {
  const names = Object.keys(change) as (keyof Settings)[]
  return Object.fromEntries(
    names.map((name) => [name, `${textOf(name, before[name])} → ${textOf(name, change[name])}`]),
  )
}

function textOf(name: keyof Settings, value: Settings[keyof Settings]) {
  return name === 'attachment_quota' ? formatSize(Number(value)) : String(value)
}
