import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEmails } from './email-list.ts'

const emailsOf = (text: string) => parseEmails(text).emails.map(({ email }) => email)
const faultsOf = (text: string) => parseEmails(text).emails.map(({ fault }) => fault)

test('addresses are separated by commas, semicolons, line breaks, tabs or spaces', () => {
  const all = ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']
  expect(emailsOf('a@x.org, b@x.org;c@x.org\r\n\nd@x.org\te@x.org ;,')).toEqual(all)
  expect(emailsOf('a@x.org b@x.org\nc@x.org  d@x.org e@x.org')).toEqual(all)
  expect(emailsOf(' \n ,; ')).toEqual([])
})

test('the address in angle brackets is used', () => {
  expect(emailsOf('Ada Lovelace <ada@x.org>; "Hopper, Grace" <grace@x.org>, <c@x.org>')).toEqual([
    'ada@x.org',
    'grace@x.org',
    'c@x.org',
  ])
  expect(emailsOf('O"Brien <a@x.org>, b@x.org')).toEqual(['a@x.org', 'b@x.org'])
})

test('addresses with names separated by spaces are all found', () => {
  expect(emailsOf('a@x.org b@x.org "Five, F" <c@x.org>')).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
  expect(emailsOf('Ada <a@x.org> Grace H <b@x.org> c@x.org')).toEqual([
    'a@x.org',
    'b@x.org',
    'c@x.org',
  ])
  expect(emailsOf('"a@home" <a@x.org>, B@x.org <b@x.org>')).toEqual(['a@x.org', 'B@x.org'])
  expect(faultsOf('Ada <>')).toEqual(['Ada <> is missing an @'])
})

test('duplicate addresses are removed, ignoring case', () => {
  expect(emailsOf('Ada@X.org, ada@x.org\nADA@X.ORG')).toEqual(['Ada@X.org'])
})

test('each invalid address has its own message', () => {
  expect(faultsOf('finance@example.org, catering.lead@example, Ada Lovelace, a b@x.org')).toEqual([
    null,
    'catering.lead@example is missing its ending, for example .org',
    'Ada Lovelace is missing an @',
    'a b@x.org is not a valid email address',
  ])
  expect(faultsOf('a@b@c.org; @x.org; a@.org')).toEqual([
    'a@b@c.org is not a valid email address',
    '@x.org is not a valid email address',
    'a@.org is not a valid email address',
  ])
})

test('pasted text never loses an address or accepts an invalid one', () => {
  const words = fc.array(fc.constantFrom('a@x.org', 'B@x.org', 'x', '"', ',', ';', '\n', '<', '>'))
  fc.assert(
    fc.property(words, (parts) => {
      const { emails: found } = parseEmails(parts.join(' '))
      for (const { email, fault } of found)
        expect(fault === null).toBe(/^[^\s"<>,;@]+@x\.org$/.test(email))
      expect(new Set(found.map(({ email }) => email.toLowerCase())).size).toBe(found.length)
    }),
  )
})

test('invisible characters in a pasted address are removed', () => {
  expect(emailsOf('\u202aada@x.org\u202c, grace@x.org\u200b; \u00a0bea@x.org')).toEqual([
    'ada@x.org',
    'grace@x.org',
    'bea@x.org',
  ])
})

test('a list is read up to 1,000 addresses, and all are counted', () => {
  const addresses = Array.from({ length: 1200 }, (_, n) => `user${n}@x.org`)
  const { emails, count } = parseEmails(addresses.join('\n'))
  expect([emails.map(({ email }) => email), count]).toEqual([addresses.slice(0, 1000), 1200])
})
