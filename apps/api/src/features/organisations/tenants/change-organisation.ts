import { formatList, plural } from 'rules/plural'
import type { OrganisationChange, OrganisationDetails } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import type { Db, Scope } from '#db/scope.ts'
import { ApiError } from '#core/errors.ts'
import { requireConfirmation } from '#features/identity/confirm-owner.ts'
import { listPeople } from '#features/identity/with-people.ts'
import { endSingleSignOn } from '#features/identity/end-single-sign-on.queries.ts'
import { SIGN_IN_RULES, tellOfSignInRules } from '#features/identity/tell-admins.ts'
import { difference, raiseVersionOf } from '#features/people/access.queries.ts'
import {
  inOrganisation,
  isPlatformGod,
  requireChangeable,
  requirePlatformGod,
} from '#support/tenant-scope.ts'
import { changeStatus } from './change-status.ts'
import { type Organisation, withOrganisation } from './organisation.ts'
import { type Settings, differing, refuseUnfit, saveChange } from './save-change.ts'
import { lockTenant } from '#support/tenants.queries.ts'
import { assignAuditors, listAssignableAuditors } from './organisation-settings.queries.ts'

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
        'Someone else changed this organisation while you were editing. Check the changes, then try again.',
        {
          details: await read(),
        },
      )
    const change = differing(before, settings)
    const rules = signInRules(change, sessions)
    if (rules.length > 0) await context.inTenant((own) => requireConfirmation(own, context))
    await refuseUnfit(db, before.kind, change, (await read()).active_connections)
    const assigned = auditor && (await reassign(db, platform, await read(), auditor))
    await saveChange(db, { ...context, scope }, before, change, {
      ...(assigned && { auditors: assigned }),
      ...(await endSessions(db, scope, context, change, sessions)),
    })
    if (rules.length > 0) await tellOfSignInRules(db, context, id, rules)
    return await read()
  }
  return await withOrganisation(context, id, work, people)
}

export async function setSuspended(context: SignedInContext, id: number, isSuspended: boolean) {
  requirePlatformGod(context)
  await requireChangeable(context, id)
  const people = await inOrganisation(context, id, listPeople)
  const change = async ({ db, scope, read }: Organisation) => {
    await changeStatus(db, context, scope, isSuspended)
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
      ? ['Users who had signed in with single sign-on were signed out.']
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

const NOT_ASSIGNABLE = {
  one: 'This auditor can’t be assigned any more',
  other: 'Some of these auditors can’t be assigned any more',
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
      fields: {
        auditor: `${plural(ids.length, NOT_ASSIGNABLE)}. Reload the page, then choose again`,
      },
    })
  if (ids.length === present.length && ids.every((one) => present.includes(one))) return undefined
  await assignAuditors(db, platform, id, ids)
  // An auditor's page names the organisations.
  await raiseVersionOf(db, platform, difference(present, ids))
  return formatList(chosen.map(({ name }) => name)) || 'none'
}
