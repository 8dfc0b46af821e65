import { formatList } from 'rules/plural'
import { formatSize } from 'contract/file-size'
import type { OrganisationChange, OrganisationDetails } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { requireConfirmation } from '#features/identity/confirm-owner.ts'
import { listPeople } from '#features/identity/with-people.ts'
import { endSingleSignOn } from '#features/identity/end-single-sign-on.queries.ts'
import { SIGN_IN_RULES, tellOfClosing, tellOfSignInRules } from '#features/identity/tell-admins.ts'
import { difference, raiseVersionOf } from '#features/people/access.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import {
  inOrganisation,
  isPlatformGod,
  requireChangeable,
  requirePlatformGod,
} from '#support/tenant-scope.ts'
import { type Organisation, withOrganisation } from './organisation.ts'
import { lockTenant, raiseVersion } from '#support/tenants.queries.ts'
import {
  assignAuditors,
  isDomainTaken,
  listAssignableAuditors,
  updateTenant,
} from './organisation-settings.queries.ts'

export async function changeOrganisation(
  context: SignedInContext,
  id: number,
  { version, auditor, sessions, ...settings }: OrganisationChange,
): Promise<OrganisationDetails> {
  await requireChangeable(context, id)
  const { domain, attachment_quota } = settings
  refuseReserved(context, { domain, auditor, attachment_quota })
  const people = await inOrganisation(context, id, listPeople)
  const work = async ({ db, scope, platform, read }: Organisation) => {
    const { version: newest, ...before } = await lockTenant(db, scope)
    if (version !== newest)
      throw new ApiError(
        'conflict',
        'Someone else changed this organisation while you were editing.',
        {
          details: await read(),
        },
      )
    const change = differing(before, settings)
    const rules = signInRules(change, sessions)
    if (rules.length > 0) await context.inTenant((own) => requireConfirmation(own, context))
    await refuseUnfit(db, before.kind, change, (await read()).active_connections)
    if (Object.keys(change).length > 0) await updateTenant(db, scope, change)
    const assigned = auditor && (await reassign(db, platform, await read(), auditor))
    const details = {
      ...changeTexts(before, change),
      ...(assigned && { auditors: assigned }),
      ...(await endSessions(db, scope, context, change, sessions)),
    }
    if (Object.keys(details).length > 0) {
      await raiseVersion(db, [id])
      await recordEvent(db, { ...context, scope }, 'organisation.changed', { details })
      if (rules.length > 0) await tellOfSignInRules(db, context, id, rules)
    }
    return await read()
  }
  return await withOrganisation(context, id, work, people)
}

export async function setSuspended(context: SignedInContext, id: number, isSuspended: boolean) {
  requirePlatformGod(context)
  await requireChangeable(context, id)
  const people = await inOrganisation(context, id, listPeople)
  const change = async ({ db, scope, read }: Organisation) => {
    const { kind, name, status, removal_at } = await lockTenant(db, scope)
    if (kind !== 'organisation')
      throw new ApiError('forbidden', 'You can’t suspend the public organisation.')
    const wanted = isSuspended ? 'suspended' : 'active'
    if (status !== wanted) {
      // Reactivating also stops a removal.
      const isKept = removal_at !== null && !isSuspended
      await updateTenant(db, scope, { status: wanted, ...(isKept && { removal_at: null }) })
      await raiseVersion(db, [scope.tenantId])
      if (isKept) await recordEvent(db, { ...context, scope }, 'organisation.removal_stopped')
      await recordEvent(
        db,
        { ...context, scope },
        isSuspended ? 'organisation.suspended' : 'organisation.reactivated',
      )
      await tellOfClosing(db, context, { id, name }, isSuspended ? 'suspended' : 'reopened')
    }
    return await read()
  }
  return await withOrganisation(context, id, change, people)
}

/** What decides who can sign in, in words for the other admins. */
function signInRules(change: Settings, sessions: Sessions): string[] {
  const { is_mfa_required, sign_in_mode } = change
  return [
    ...(is_mfa_required === false ? ['Two-step verification is no longer required.'] : []),
    ...(sign_in_mode === undefined ? [] : [SIGN_IN_RULES[sign_in_mode]]),
    ...(isEnding(change, sessions)
      ? ['Everyone who had signed in with single sign-on was signed out.']
      : []),
  ]
}

type Sessions = OrganisationChange['sessions']

/** Whether single sign-on is turned off, and what it signed in ends. */
function isEnding({ sign_in_mode }: Settings, sessions: Sessions): boolean {
  return sign_in_mode === 'credentials' && sessions !== 'keep'
}

async function endSessions(
  db: Db,
  scope: Scope,
  { actor }: SignedInContext,
  change: Settings,
  sessions: Sessions,
): Promise<{ ended?: number }> {
  if (!isEnding(change, sessions)) return {}
  return { ended: await endSingleSignOn(db, scope, actor.sessionId) }
}

type Settings = Omit<OrganisationChange, 'version' | 'auditor' | 'sessions'>

function refuseReserved(
  context: SignedInContext,
  reserved: Pick<OrganisationChange, 'domain' | 'auditor' | 'attachment_quota'>,
) {
  if (isPlatformGod(context)) return
  const fields = Object.entries(reserved).filter(([, value]) => value !== undefined)
  if (fields.length > 0)
    throw new ApiError(
      'forbidden',
      'Only god-admins can change the domain, the auditors and the storage limit. Ask a god-admin.',
      { fields: Object.fromEntries(fields.map(([name]) => [name, 'Ask a god-admin'])) },
    )
}

function differing(before: Settings, settings: Settings): Settings {
  const names = Object.keys(settings) as (keyof Settings)[]
  return Object.fromEntries(
    names.filter((name) => settings[name] !== before[name]).map((name) => [name, settings[name]]),
  )
}

async function refuseUnfit(db: Db, kind: string, change: Settings, connections: number) {
  const fields: Record<string, string> = {}
  if (change.domain !== undefined) {
    if (kind !== 'organisation') fields.domain = 'The public organisation can’t have a domain'
    else if (await isDomainTaken(db, change.domain))
      fields.domain = 'Another organisation already uses this domain. Choose a different one.'
  }
  if (change.sign_in_mode === 'sso' && connections === 0)
    fields.sign_in_mode = 'Connect an identity provider first. Otherwise, no one can sign in.'
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields,
    })
}

/** Returns the auditors' names if they changed. */
async function reassign(
  db: Db,
  platform: Parameters<typeof assignAuditors>[1],
  { id, auditor }: OrganisationDetails,
  wanted: readonly number[],
): Promise<string | undefined> {
  const known = await listAssignableAuditors(db, platform)
  const present = auditor.map((one) => one.id)
  const ids = [...new Set(wanted)]
  // Inactive auditors stay assigned until someone removes them.
  const chosen = [...known, ...auditor].filter(
    (one, at, all) => ids.includes(one.id) && all.findIndex((other) => other.id === one.id) === at,
  )
  if (chosen.length !== ids.length)
    throw new ApiError('invalid-input', 'Some values are not valid. Correct them and try again.', {
      fields: { auditor: 'Choose auditors from the list' },
    })
  if (ids.length === present.length && ids.every((one) => present.includes(one))) return undefined
  await assignAuditors(db, platform, id, ids)
  // An auditor's page names the organisations.
  await raiseVersionOf(db, platform, difference(present, ids))
  return formatList(chosen.map(({ name }) => name)) || 'none'
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
