import { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, isNotFound, isRedirect } from '@tanstack/react-router'
import type { User } from 'contract/account'
import type { HostTenant } from 'contract/tenants'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { startSession } from '#core/session.ts'
import {
  requirePasswords,
  requirePublicScope,
  requireRegistration,
} from '#features/identity/registration/registration-guards.ts'
import {
  enterPrivate,
  leaveIfSignedIn,
  requireAuthor,
  requireGodLevel,
  requireReady,
  requireReviewer,
  requireSharedReader,
  requireWriter,
} from './session-guards.ts'
import { storeLoginMode, useLoginMode } from './login-mode.ts'
import { tenantQuery } from '#core/tenant.ts'
import { userQuery } from '#core/user.ts'

const TENANT = { is_platform: false, is_public: false, sign_in_mode: 'credentials' } as HostTenant
const USER = {
  id: 1,
  expired: false,
  tc_accepted: true,
  mfa_setup_required: false,
  roles: [{ name: 'respondent' }],
  permissions: ['access-to-private-area'],
  tenant: { is_public: false },
} as unknown as User
const AT_ROOT = { pathname: '/', href: '/' } as ParsedLocation
const AT_SETTINGS = { pathname: '/settings', href: '/settings?tab=2' } as ParsedLocation

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('window', { location: { hostname: 'acme.example.org' } })
})
afterEach(() => {
  useLoginMode.setState({ mode: null })
  vi.unstubAllGlobals()
})

/** What the guards see at a host with this organisation, signed in if there is a user. */
function contextOf(tenant: Partial<HostTenant> = {}, user?: Partial<User>) {
  const queryClient = new QueryClient()
  queryClient.setQueryData(tenantQuery.queryKey, { ...TENANT, ...tenant })
  if (user) {
    startSession('token')
    queryClient.setQueryData(userQuery.queryKey, { user: { ...USER, ...user } })
  }
  return { queryClient, user: { ...USER, ...user } }
}

async function outcome(guard: () => unknown) {
  try {
    await guard()
    return 'opens'
  } catch (error) {
    if (isNotFound(error)) return 'not found'
    if (!isRedirect(error)) throw error
    const { to, search } = error.options as { to: string; search?: { redirect?: string } }
    return search?.redirect === undefined ? to : `${to}, then ${search.redirect}`
  }
}

test.for([
  ['without a session', {}, undefined, '/register/request, then /settings?tab=2'],
  [
    'without a session where only single sign-on is offered',
    { sign_in_mode: 'sso' },
    undefined,
    '/login, then /settings?tab=2',
  ],
  [
    'without a session at the admin host',
    { is_platform: true },
    undefined,
    '/login, then /settings?tab=2',
  ],
  ['for an expired user', {}, { expired: true }, '/register/request, then /settings?tab=2'],
  ['for a respondent', {}, {}, 'opens'],
  ['for a god-admin at an organisation’s host', {}, { roles: [{ name: 'god-admin' }] }, '/admin'],
  ['for an auditor at an organisation’s host', {}, { roles: [{ name: 'auditor' }] }, '/admin'],
  [
    'for a god-admin at the admin host',
    { is_platform: true },
    { roles: [{ name: 'god-admin' }] },
    'opens',
  ],
  [
    'for a god-admin with new terms to accept',
    {},
    { roles: [{ name: 'god-admin' }], tc_accepted: false },
    'opens',
  ],
  [
    'for a god-admin with two-step verification to set up',
    {},
    { roles: [{ name: 'god-admin' }], mfa_setup_required: true },
    'opens',
  ],
] as const)('a private page %s: %4$s', async ([, tenant, user, expected]) => {
  const context = contextOf(tenant, user as Partial<User> | undefined)
  expect(await outcome(() => enterPrivate({ context, location: AT_SETTINGS }))).toBe(expected)
})

test('the first page is where sign-in leads by itself', async () => {
  const context = contextOf()
  expect(await outcome(() => enterPrivate({ context, location: AT_ROOT }))).toBe(
    '/register/request',
  )
})

test('a guard of private pages gives the page its user', async () => {
  const context = contextOf({}, { name: 'Ada' })
  expect((await enterPrivate({ context, location: AT_ROOT })).user.name).toBe('Ada')
})

test.for([
  [
    { tc_accepted: false, mfa_setup_required: true },
    '/settings?tab=2',
    '/terms-of-use, then /settings?tab=2',
  ],
  [{ tc_accepted: false }, '/', '/terms-of-use'],
  [{ mfa_setup_required: true }, '/settings?tab=2', '/mfa-setup, then /settings?tab=2'],
  [{ tc_accepted: false, mfa_setup_required: true }, '/terms-of-use', 'opens'],
  [{}, '/settings?tab=2', 'opens'],
] as const)('with %j, %s leads to %s', async ([user, href, expected]) => {
  const location = { pathname: href.split('?')[0], href } as ParsedLocation
  expect(await outcome(() => requireReady({ user: { ...USER, ...user } }, location))).toBe(expected)
})

test('a page for visitors is left by users who are signed in', async () => {
  const entry = (user?: Partial<User>) => ({ context: contextOf({}, user), location: AT_ROOT })
  expect(await outcome(() => leaveIfSignedIn(entry()))).toBe('opens')
  expect(await outcome(() => leaveIfSignedIn(entry({})))).toBe('/')
})

test.for([
  ['requireWriter', requireWriter, 'create-users'],
  ['requireAuthor', requireAuthor, 'create-concept-set-for-company'],
] as const)('%s asks for the permission', async ([, guard, permission]) => {
  const withPermissions = (permissions: User['permissions']) =>
    outcome(() => guard({ context: { user: { ...USER, permissions } } }))
  expect(await withPermissions([permission])).toBe('opens')
  expect(await withPermissions(['access-to-private-area'])).toBe('not found')
})

test('pages of the platform are for god-admins, reviews for who may certify, both at its host only', async () => {
  const god = { roles: [{ name: 'god-admin' as const }] }
  const reviewer = { permissions: ['certify-assessments' as const] }
  const forGods = (platform: boolean, user: Partial<User>) =>
    outcome(() => requireGodLevel(contextOf({ is_platform: platform }, user)))
  expect(await forGods(true, god)).toBe('opens')
  expect(await forGods(false, god)).toBe('not found')
  expect(await forGods(true, { roles: [{ name: 'auditor' }] })).toBe('not found')
  const review = (platform: boolean, user: Partial<User>) =>
    outcome(() => requireReviewer(contextOf({ is_platform: platform }, user)))
  expect(await review(true, reviewer)).toBe('opens')
  expect(await review(false, reviewer)).toBe('not found')
  expect(await review(true, god)).toBe('not found')
})

test('shared assessments are for admins of an organisation, and for auditors at the platform', async () => {
  const opens = (tenant: Partial<HostTenant>, user: Partial<User>) =>
    outcome(() => requireSharedReader(contextOf(tenant, { ...USER, ...user })))
  const admin = { permissions: ['manage-shared-assessments' as const] }
  const auditor = { roles: [{ name: 'auditor' as const }] }
  const god = { roles: [...auditor.roles, { name: 'god-admin' as const }] }
  const ofPublic = { ...admin, tenant: { ...USER.tenant, is_public: true } }
  expect(await opens({}, admin)).toBe('opens')
  expect(await opens({}, {})).toBe('not found')
  expect(await opens({}, auditor)).toBe('not found')
  expect(await opens({}, ofPublic)).toBe('not found')
  expect(await opens({ is_platform: true }, auditor)).toBe('opens')
  expect(await opens({ is_platform: true }, admin)).toBe('not found')
  expect(await opens({ is_platform: true }, god)).toBe('not found')
})

const entryOf = (tenant: Partial<HostTenant>, redirect?: string) => ({
  context: contextOf(tenant),
  location: AT_ROOT,
  search: { redirect },
})

test('registration is for the public organisation, unless it offers single sign-on only', async () => {
  const registers = (tenant: Partial<HostTenant>, redirect?: string) =>
    outcome(() => requireRegistration(entryOf(tenant, redirect)))
  expect(await registers({ is_public: true })).toBe('opens')
  expect(await registers({ is_public: false })).toBe('/login')
  expect(await registers({ is_public: false }, '/settings')).toBe('/login, then /settings')
  expect(await registers({ is_public: true, is_platform: true })).toBe('/login')
  expect(await registers({ is_public: true, sign_in_mode: 'sso' })).toBe('/login')
  expect(await registers({ is_public: true, sign_in_mode: 'combined' })).toBe('opens')
  storeLoginMode('sso')
  expect(await registers({ is_public: true, sign_in_mode: 'combined' }, '/x')).toBe(
    '/login, then /x',
  )
  const isPublic = await outcome(() =>
    requirePublicScope(entryOf({ is_public: true, sign_in_mode: 'sso' })),
  )
  expect(isPublic).toBe('opens')
})

test('no page for passwords opens where only single sign-on is offered, except at the admin host', async () => {
  const asks = (tenant: Partial<HostTenant>) =>
    outcome(() => requirePasswords(entryOf(tenant, '/x')))
  expect(await asks({ sign_in_mode: 'sso' })).toBe('/login, then /x')
  expect(await asks({ sign_in_mode: 'combined' })).toBe('opens')
  expect(await asks({ sign_in_mode: 'sso', is_platform: true })).toBe('opens')
})
