import { expect, test } from 'vitest'
import { emailDomain } from './email-domain.ts'

test.each([
  ['Anna@Example.ORG', 'example.org'],
  [' jo@münchen.de ', 'xn--mnchen-3ya.de'],
  ['\u202ajo@exam\u200eple.org\u202c', 'example.org'],
  ['jo@пример.рф', 'xn--e1afmkfd.xn--p1ai'],
])('%s is of %s', (email, domain) => {
  expect(emailDomain(email)).toBe(domain)
})

test.each([
  '',
  'anna',
  'anna@example',
  'anna@example.',
  'anna lead@example.org',
  'anna@exa<mple.org',
])('%j is of no domain', (email) => {
  expect(emailDomain(email)).toBeUndefined()
})
