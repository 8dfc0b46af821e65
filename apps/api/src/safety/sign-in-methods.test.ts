import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file),
)
const filesWith = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(join(SOURCE, file), 'utf8'))).sort()

/** Where each method of docs/security.md, "Sign-in methods", starts a session. */
const STARTS = {
  'features/identity/sign-in.ts': 'password',
  'features/identity/mfa/mfa.routes.ts': 'verification code after the password',
  'features/identity/registration/registration.routes.ts': 'registration and invitation',
  'features/identity/oidc/sign-in-with-tokens.ts': 'Salesforce',
  'features/identity/sso/handover.ts': 'single sign-on and its handover',
}

test('sessions start in the documented ways only', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(filesWith(/await startSession\(|=> startSession\(/)).toEqual(Object.keys(STARTS).sort())
})

test('no other code creates a session, its cookie or its access token', () => {
  expect(filesWith(/insertInto\('sessions'\)/)).toEqual(['features/identity/sessions.queries.ts'])
  const signIn = 'features/identity/sign-in.ts'
  expect(filesWith(/await insertSession\(/)).toEqual([signIn])
  const refresh = 'features/identity/session/auth.routes.ts'
  expect(filesWith(/\bsetSessionCookies\(/)).toEqual([refresh, signIn])
  // Silent renewal gives a new token for the session that the browser already has.
  const renewal = 'features/identity/oidc/sign-in-with-tokens.ts'
  expect(filesWith(/\btokens\.sign\(/)).toEqual([renewal, refresh, signIn])
})
