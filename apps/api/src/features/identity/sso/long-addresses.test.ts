import { randomBytes } from 'node:crypto'
import { visitProvider } from 'e2e/idp/visit-provider'
import { expect, test } from 'vitest'
import { startSso } from '#testing/sso-fixture.ts'
import { SSO_SUCCESS, anOpenidVisitor, originAt, pathOf, ssoFailure } from '#testing/sso.ts'

// Every answer of a test is checked for what proxies take.

const s = await startSso('longaddress')
const visitorOf = () => anOpenidVisitor(s.t, s.tenant)
const startAt = (search = '') => `${originAt(s.tenant)}/api/auth/sso/harbour.example/start${search}`

const METHODS = Array.from({ length: 20 }, () => randomBytes(150).toString('hex'))

test.each([
  ['an OpenID provider with many methods', () => s.connect({ required_contexts: METHODS })],
  [
    'a SAML provider with many methods',
    () => s.connectSaml({ domain: 'harbour.example', required_contexts: METHODS }),
  ],
])('the sign-in at %s is refused if no proxy takes its address', async (_, connect) => {
  await connect()
  const answer = await visitorOf().send(startAt())
  const said = /\d characters long.*Shorten the sign-in address/
  await s.expectRefused(String(answer.headers.location), 'misconfigured', said)
})

test.each([
  ['a short address is opened after signing in', '%E6%BC%A2'.repeat(100), /redirect=/],
  ['a long address is left out', '%E6%BC%A2'.repeat(600), /^\/auth\/sso\/process-signin$/],
])('a page with %s', async (_, page, location) => {
  await s.connect()
  const visitor = visitorOf()
  const { href } = await visitor.open(startAt(`?redirect=/${page}`))
  const answer = await visitor.send(await visitProvider(href, 'plant'))
  expect(answer.headers.location).toMatch(location)
})

test.each([
  ['a page whose address is too long', `redirect=/reports%3Fq%3D${'a'.repeat(2500)}`],
  ['two pages', 'redirect=/settings&redirect=/settings'],
  ['what mails and messengers add', 'utm_source=mail'],
  ['another value of ours', 'unsolicited=2'],
])('a browser that starts with %s signs in', async (_, search) => {
  await s.connect()
  const visitor = visitorOf()
  const { href } = await visitor.open(startAt(`?${search}`))
  expect(pathOf(await visitor.open(await visitProvider(href, 'plant')))).toBe(SSO_SUCCESS)
})

test.each([
  ['a domain that none can be', `${'a'.repeat(300)}.example/start`, 'unknown-domain'],
  ['a state that is too long', `harbour.example/callback?state=${'a'.repeat(300)}`, 'expired'],
  ['two states', 'harbour.example/callback?state=a&state=b', 'expired'],
  ['two states at the older address', 'callback?state=a&state=b', 'expired'],
  ['two ids', 'finish?id=a&id=b', 'expired'],
] as const)('a browser that comes with %s gets a page', async (_, path, reason) => {
  await s.connect()
  const end = await visitorOf().open(`${originAt(s.tenant)}/api/auth/sso/${path}`)
  expect(pathOf(end)).toBe(ssoFailure(reason))
})
