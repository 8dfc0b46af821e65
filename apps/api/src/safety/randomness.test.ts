import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generateSecret } from 'otplib'
import { expect, test, vi } from 'vitest'
import { newRecoveryCodes } from '#features/identity/mfa/recovery-codes.ts'
import { firstRefreshToken, randomToken, successorOf } from '#core/random-token.ts'

test('the server uses no predictable random generator', () => {
  const source = resolve(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file),
  )
  const uses = (file: string) =>
    /Math\.random|pseudoRandomBytes/.test(readFileSync(join(source, file), 'utf8'))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(uses)).toEqual([])
})

test('1,000 tokens, links, recovery codes and authenticator secrets are all different', () => {
  const thousand = <T>(make: () => T) => Array.from({ length: 1000 }, make)
  const tokens = thousand(() => firstRefreshToken(1).split('.')[1] ?? '')
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const signatures = thousand(randomToken)
  expect(new Set(signatures).size).toBe(1000)
  for (const signature of signatures) expect(Buffer.from(signature, 'base64url')).toHaveLength(32)
  const codes = thousand(newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(10_000)
  expect(new Set(codes.join('')).size).toBe(30)
  const secrets = thousand(() => generateSecret())
  expect(new Set(secrets).size).toBe(1000)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('a new process gives other tokens', async () => {
  const firstOfProcess = async () => {
    vi.resetModules()
    return (await import('#core/random-token.ts')).randomToken()
  }
  expect(await firstOfProcess()).not.toBe(await firstOfProcess())
})

test("the successor of a refresh token can't be computed without the installation's secret", () => {
  const token = firstRefreshToken(1)
  const [one, other] = ['one secret', 'another secret'].map((secret) => successorOf(token, secret))
  expect(one).not.toBe(other)
  expect(Buffer.from(one?.split('.')[1] ?? '', 'base64url')).toHaveLength(32)
})
