import type { UserDetails } from 'contract/users'
import { type Role, isAuditor, isGodLevel } from 'contract/permissions'
import type { Scope, SignedInContext } from '#core/context.ts'
import { ApiError, notFound } from '#core/errors.ts'
import type { HostTenant } from '#core/host-tenant.ts'
import type { Db } from '#db/driver.ts'
import { lockAccount } from '#features/identity/account.queries.ts'
import { inOrganisation, inView, requireEditor } from '#support/tenant-scope.ts'
import { findActiveTenant } from '#support/tenants.queries.ts'
import { findOrganisationOf, getPerson } from '#features/people/users/person.queries.ts'

/** Works in the organisation of somebody in view; anybody else does not exist. */
export async function inOrganisationOf<T>(
  context: SignedInContext,
  userId: number,
  work: (db: Db, scope: Scope) => Promise<T>,
): Promise<T> {
  return await inOrganisation(context, await organisationOf(context, userId), work)
}

export async function organisationOf(context: SignedInContext, userId: number): Promise<number> {
  const id = await inView(context, (db, scope) => findOrganisationOf(db, scope, userId))
  if (id === undefined) throw notFound('user')
  return id
}

/** As `inOrganisationOf`, for changes: the person is held until they are done. */
export async function changePerson<T>(
  context: SignedInContext,
  userId: number,
  work: (db: Db, scope: Scope, person: UserDetails) => Promise<T>,
): Promise<T> {
  requireEditor(context)
  return await inOrganisationOf(context, userId, async (db, scope) =>
    work(db, scope, await holdPerson(db, scope, userId)),
  )
}

export async function holdPerson(db: Db, scope: Scope, userId: number): Promise<UserDetails> {
  await lockAccount(db, scope, userId)
  const person = await getPerson(db, scope, userId)
  refuseOfAccess(person.roles)
  return person
}

export function refuseOfAccess(roles: readonly Role[]): void {
  if (isGodLevel(roles) || isAuditor(roles))
    throw new ApiError('forbidden', 'God-admins and auditors are managed under Access.')
}

export function refuseSelf({ actor }: SignedInContext, { id }: UserDetails, message: string): void {
  if (id === actor.id) throw new ApiError('forbidden', message)
}

/** Of two people who change the same thing the second sees what the first one did. */
export function requireVersion(person: UserDetails, version: number): void {
  if (person.version === version) return
  throw new ApiError('conflict', 'Somebody else changed this person in the meantime.', {
    details: { person },
  })
}

/** For what ends in a sign-in or a mail: a suspended organisation has neither. */
export async function requireActive(db: Db, { tenantId }: Scope): Promise<HostTenant> {
  const tenant = await findActiveTenant(db, tenantId)
  if (!tenant)
    throw new ApiError('conflict', 'The organisation is suspended: reactivate it first.', {
      details: { status: 'suspended' },
    })
  return tenant
}
