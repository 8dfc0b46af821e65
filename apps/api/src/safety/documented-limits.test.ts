import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
const code = globSync('**/*.ts', { cwd: SOURCE })
  .filter((file) => !/\.test\.ts$|^testing\//.test(file))
  .map((file) => readFileSync(join(SOURCE, file), 'utf8'))
  .join('\n')
const page = readFileSync(resolve(SOURCE, '../../../docs/security.md'), 'utf8')
const section = (heading: string) =>
  page.split(/^#+ /m).find((one) => one.startsWith(heading)) ?? ''

/** The limits in the code by name, and the start of each one's row in docs/security.md, "Guessing". */
const ROWS: Record<string, string> = {
  'login account': 'password of an account',
  'login device': 'the same, in a browser',
  'login address': 'passwords from one client address',
  'password confirmation': 'current password',
  'verification code': 'codes of a user',
  'link target': 'links by mail',
  'link address': 'links by mail',
  'email change': 'changes of the email address',
  'list export': 'lists downloaded as files',
  'data download': 'downloads of all data',
  'sso address': 'single sign-on, Salesforce',
  'oidc address': 'single sign-on, Salesforce',
  'connection test': 'tests of a connection',
  'user creation': 'new users',
  'invitation tenant': 'invitations',
  'invitation target': 'invitations',
  verification: 'verification codes of certificates',
}
const WINDOWS: Record<string, string> = {
  '300': 'in 5 minutes',
  '900': 'in 15 minutes',
  '3600': 'an hour',
}

test('every limit of attempts is documented with its number and time', () => {
  const limits = [
    ...code.matchAll(/: Limit = \{ name: '(.+)', most: (\d+), windowSeconds: (\d+) \}/g),
  ]
  expect(limits.map(([, name = '']) => name).sort()).toEqual(Object.keys(ROWS).sort())
  const rows = section('Guessing').split('\n')
  for (const [, name = '', most, seconds = ''] of limits) {
    const row = rows.find((one) => one.startsWith(`| ${ROWS[name]}`)) ?? ''
    const text = `${Number(most).toLocaleString('en-GB')} ([a-z]+ \\d+ )?${WINDOWS[seconds]}`
    expect(row, name).toMatch(new RegExp(`\\b${text}`))
  }
})

test('the lifetimes of sessions, tokens and confirmations are documented', () => {
  const numberOf = (pattern: RegExp) => pattern.exec(code)?.[1] ?? 'not found'
  const [hours, days] = [numberOf(/TOKEN_HOURS = (\d+)/), numberOf(/SESSION_DAYS = (\d+)/)]
  const seconds = numberOf(/typ: 'at\+jwt',[^}]*lifetimeSeconds: (\d+)/)
  expect(section('Sessions')).toContain(
    `ends **${hours} hours after its last use or ${days} days after its start**`,
  )
  expect(section('Sessions')).toContain(`token lasts ${Number(seconds) / 60} minutes`)
  expect(section('Sessions at providers')).toContain(`after ${days} days at most`)
  expect(numberOf(/FRESH_MINUTES = (\d+)/)).toBe('10')
  expect(section('Sessions')).toContain('more than ten minutes after the last confirmation')
})
