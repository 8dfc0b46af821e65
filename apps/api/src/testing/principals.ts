import { ROLES, type Role } from 'contract/roles'
import { createAccessTokens } from '#core/access-token.ts'
import { anMfaToken } from './authenticator.ts'
import { type TestTenant, type TestUser, aRefreshToken, aSession, aUser } from './factories.ts'
import { TEST_SECRET } from './names.ts'
import type { TestApp } from './test-app.ts'

const ONE_ROLE = Object.fromEntries(ROLES.map((role) => [role, [role]])) as Record<Role, [Role]>

/** The callers of the access matrix, with their roles. */
const CALLERS = {
  none: ['user'],
  ...ONE_ROLE,
  'admin+auditor': ['admin', 'auditor'],
  deactivated: ['user'],
  'terms pending': ['user'],
  'token expired': ['user'],
  'session over': ['user'],
  'mfa pending': ['user'],
} satisfies Record<string, Role[]>
export type PrincipalName = keyof typeof CALLERS
export const PRINCIPALS = Object.keys(CALLERS) as PrincipalName[]

export type Principal = { name: PrincipalName; tenant: TestTenant; user: TestUser }

/** Every principal has a user, so that `none` has ids too. */
export async function aPrincipal(
  { db }: Pick<TestApp, 'db'>,
  tenant: TestTenant,
  name: PrincipalName,
  marker: string,
): Promise<Principal> {
  const user = await aUser(db, {
    tenant,
    name: `${name} ${marker}`,
    email: `${name.replaceAll(/\W/g, '.')}.${marker}@example.org`,
    roles: CALLERS[name],
    isActive: name !== 'deactivated',
    hasAcceptedTerms: name !== 'terms pending',
  })
  return { name, tenant, user }
}

export type Credentials = { token?: string; refresh?: string }

/** The access token and the refresh cookie of a new session. */
export async function credentialsOf(
  { app, db }: Pick<TestApp, 'app' | 'db'>,
  { name, tenant, user }: Principal,
): Promise<Credentials> {
  if (name === 'none') return {}
  if (name === 'mfa pending') return { token: await anMfaToken({ app, db }, user) }
  const sessionId = await aSession(db, user, { isOver: name === 'session over' })
  const anHourAgo = () => new Date(Date.now() - 3_600_000)
  const tokens =
    name === 'token expired' ? createAccessTokens([TEST_SECRET], anHourAgo) : app.tokens
  return {
    token: await tokens.sign({ userId: user.id, tenantId: tenant.id, sessionId }),
    refresh: await aRefreshToken(db, tenant.id, sessionId),
  }
}
