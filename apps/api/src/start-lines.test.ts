import { expect, test } from 'vitest'
import { readEnv } from './read-env.ts'
import { startLines } from './start-lines.ts'

const linesFor = (NODE_ENV: 'development' | 'production', lacksIdp: boolean) =>
  startLines({ ...readEnv({}), NODE_ENV }, { hasDemo: true, lacksIdp }).map((line) =>
    line.join(': '),
  )
const HINT = 'Single sign-on: run npm run idp, then restart'

test('the start says how to try single sign-on only if the providers don’t run', () => {
  expect(linesFor('development', true)).toContain(HINT)
  expect(linesFor('development', false)).not.toContain(HINT)
  expect(linesFor('production', true)).not.toContain(HINT)
})

test('the start names the outbox only where that page exists', () => {
  const mailOf = (variables: Record<string, string>) =>
    new Map(startLines(readEnv(variables), { hasDemo: false, lacksIdp: false })).get(
      'Outgoing email',
    )
  const production = {
    NODE_ENV: 'production',
    WAYMARK_SECRET: 'x'.repeat(32),
    PUBLIC_URL: 'https://localhost',
  }
  expect(mailOf({})).toContain('/api/outbox')
  expect(mailOf({ MAIL: 'off' })).toBe('off: emails are on hold until you remove MAIL=off')
  expect(mailOf({ ...production, SMTP_URL: 'smtp://mail.example.org' })).toBe(
    'the configured SMTP server',
  )
})

test('the start names the platform’s own label, and the base domain only where that is ours', () => {
  const placesOf = (variables: Record<string, string>) =>
    startLines(readEnv(variables), { hasDemo: false, lacksIdp: false }).slice(0, -2)
  expect(placesOf({ DEMO: 'false' })).toEqual([
    ['Public', 'http://localhost:4003'],
    ['Platform', 'http://admin.localhost:4003'],
  ])
  expect(placesOf({ PLATFORM_LABEL: 'admin-two' })).toEqual([
    ['Platform', 'http://admin-two.localhost:4003'],
  ])
})
