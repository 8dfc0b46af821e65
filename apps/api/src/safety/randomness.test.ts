import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { generateSecret } from 'otplib'
import { expect, test } from 'vitest'
import { newRecoveryCodes } from '#features/identity/mfa/recovery-code.ts'
import { firstRefreshToken } from '#features/identity/session/refresh-token.ts'

const source = resolve(import.meta.dirname, '..')
const product = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|faults)\//.test(file),
)

test('nothing is drawn from a generator that can be foretold', () => {
  const drawn = product.filter((file) =>
    /Math\.random|pseudoRandomBytes/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(product.length).toBeGreaterThan(100)
  expect(drawn).toEqual([])
})

test('of a thousand refresh tokens and ten thousand recovery codes no two are the same', () => {
  const tokens = Array.from({ length: 1000 }, () => firstRefreshToken(1).split('.')[1] ?? '')
  expect(new Set(tokens).size).toBe(1000)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const codes = Array.from({ length: 1000 }, newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(10_000)
  expect(new Set(codes.join('')).size).toBe(30)
})

test('of a thousand seeds of an app no two are the same, and each has 160 bits', () => {
  const seeds = Array.from({ length: 1000 }, () => generateSecret())
  expect(new Set(seeds).size).toBe(1000)
  for (const seed of seeds) expect(seed).toMatch(/^[A-Z2-7]{32}$/)
})
