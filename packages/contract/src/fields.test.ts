import { expect, test } from 'vitest'
import { Email } from './fields.ts'

test.each([
  'anna@example.org',
  "o'brien+news@example.org",
  'research&development@example.org',
  'c=de/o=example@mail.example.org',
  'jo@xn--80aswg.xn--p1ai',
  'jo@xn--mnchen-3ya.de',
])('%s is an address', (address) => {
  expect(Email.parse(` ${address} `)).toBe(address)
})

test.each([
  'anna',
  'anna@',
  '@example.org',
  'anna@localhost',
  'anna.lead@localhost',
  'anna@example.',
  'anna@-example.org',
  'anna lead@example.org',
  'anna@example.org, jo@example.org',
  'Anna <anna@example.org>',
  'anna@example.org\r\nbcc:jo@example.org',
])('%j is none', (address) => {
  expect(Email.safeParse(address).error?.issues[0]?.message).toBe(
    'Enter a full email address, for example finance@example.org',
  )
})
