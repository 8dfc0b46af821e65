import { formatSize } from 'contract/file-size'
import type { CustomerChange, CustomerDetails } from 'contract/tenants'
import type { SignedInContext } from '#core/context.ts'
import { ApiError } from '#core/errors.ts'
import type { Db } from '#db/driver.ts'
import { raiseVersionOf } from '#features/people/access.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { isPlatformGod, requireChangeable, requirePlatformGod } from '#support/tenant-scope.ts'
import { difference } from '#support/difference.ts'
import { withOrganisation } from './organisation.ts'
import { lockTenant, raiseVersion } from '#support/tenants.queries.ts'
import {
  assignAuditors,
  isDomainTaken,
  listAssignableAuditors,
  updateTenant,
} from './tenants.queries.ts'

/** Changes what differs; the second of two people who looked at the same version is told what stands now. */
export async function changeOrganisation(
  context: SignedInContext,
  id: number,
  { version, auditor, ...wish }: CustomerChange,
): Promise<CustomerDetails> {
  await requireChangeable(context, id)
  const { domain, attachment_quota } = wish
  refuseReserved(context, { domain, auditor, attachment_quota })
  return await withOrganisation(context, id, async ({ db, scope, platform, read }) => {
    const { version: newest, ...before } = await lockTenant(db, scope)
    if (version !== newest)
      throw new ApiError('conflict', 'Somebody else changed this organisation meanwhile.', {
        details: await read(),
      })
    const change = differing(before, wish)
    await refuseUnfit(db, before.kind, change, (await read()).active_connections)
    if (Object.keys(change).length > 0) await updateTenant(db, scope, change)
    const assigned = auditor && (await reassign(db, platform, await read(), auditor))
    const details = { ...written(before, change), ...(assigned && { auditors: assigned }) }
    if (Object.keys(details).length > 0) {
      await raiseVersion(db, [id])
      await recordEvent(db, { ...context, scope }, 'organisation.changed', { details })
    }
    return await read()
  })
}

/** Suspends an organisation, or opens it again; its people notice at their next request. */
export async function setSuspended(
  context: SignedInContext,
  id: number,
  isSuspended: boolean,
): Promise<CustomerDetails> {
  requirePlatformGod(context)
  await requireChangeable(context, id)
  return await withOrganisation(context, id, async ({ db, scope, read }) => {
    const { kind, status } = await lockTenant(db, scope)
    if (kind !== 'organisation')
      throw new ApiError('forbidden', 'The public organisation cannot be suspended.')
    const wanted = isSuspended ? 'suspended' : 'active'
    if (status !== wanted) {
      await updateTenant(db, scope, { status: wanted })
      await raiseVersion(db, [scope.tenantId])
      await recordEvent(
        db,
        { ...context, scope },
        isSuspended ? 'organisation.suspended' : 'organisation.reactivated',
      )
    }
    return await read()
  })
}

type Wish = Omit<CustomerChange, 'version' | 'auditor'>

function refuseReserved(
  context: SignedInContext,
  wish: Pick<CustomerChange, 'domain' | 'auditor' | 'attachment_quota'>,
) {
  if (isPlatformGod(context)) return
  const fields = Object.entries(wish).filter(([, value]) => value !== undefined)
  if (fields.length > 0)
    throw new ApiError(
      'forbidden',
      'Only a god-admin changes the domain, the auditors and the room for attachments.',
      { fields: Object.fromEntries(fields.map(([name]) => [name, 'Ask a god-admin'])) },
    )
}

/** What a wish would change; what is left out stays as it is. */
function differing(before: Wish, wish: Wish): Wish {
  const names = Object.keys(wish) as (keyof Wish)[]
  return Object.fromEntries(
    names
      .filter((name) => wish[name] !== undefined && wish[name] !== before[name])
      .map((name) => [name, wish[name]]),
  )
}

async function refuseUnfit(db: Db, kind: string, change: Wish, connections: number) {
  const fields: Record<string, string> = {}
  if (change.domain !== undefined) {
    if (kind !== 'organisation') fields.domain = 'The public organisation has the bare address'
    else if (await isDomainTaken(db, change.domain))
      fields.domain = 'Another organisation has this domain'
  }
  if (change.sign_in_mode === 'sso' && connections === 0)
    fields.sign_in_mode = 'Connect an identity provider first, or nobody could sign in'
  if (Object.keys(fields).length > 0)
    throw new ApiError('invalid-input', 'Some of what was sent is not valid.', { fields })
}

/** Answers the names of the auditors, if they change. */
async function reassign(
  db: Db,
  platform: Parameters<typeof assignAuditors>[1],
  { id, auditor }: CustomerDetails,
  wanted: readonly number[],
): Promise<string | undefined> {
  const known = await listAssignableAuditors(db, platform)
  const present = auditor.map((one) => one.id)
  const ids = [...new Set(wanted)]
  // Who was assigned once and is no longer active stays until somebody takes them away.
  const chosen = [...known, ...auditor].filter(
    (one, at, all) => ids.includes(one.id) && all.findIndex((other) => other.id === one.id) === at,
  )
  if (chosen.length !== ids.length)
    throw new ApiError('invalid-input', 'Some of what was sent is not valid.', {
      fields: { auditor: 'Choose from the auditors of the platform' },
    })
  if (ids.length === present.length && ids.every((one) => present.includes(one))) return undefined
  await assignAuditors(db, platform, id, ids)
  // Their own page names what they audit.
  await raiseVersionOf(db, platform, difference(present, ids))
  return chosen.map(({ name }) => name).join(', ') || 'nobody'
}

function written(before: Wish, change: Wish) {
  const names = Object.keys(change) as (keyof Wish)[]
  return Object.fromEntries(
    names.map((name) => [name, `${inWords(name, before[name])} → ${inWords(name, change[name])}`]),
  )
}

function inWords(name: keyof Wish, value: Wish[keyof Wish]) {
  return name === 'attachment_quota' ? formatSize(Number(value)) : String(value)
}
