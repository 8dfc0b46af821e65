import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = resolve(import.meta.dirname, '..')
const files = globSync('**/*.tsx', { cwd: SOURCE }).map((name) => ({
  name,
  text: readFileSync(resolve(SOURCE, name), 'utf8'),
}))
const filesWith = (pattern: RegExp) =>
  files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)

const ofPasswords = files
  .flatMap(({ text }) => text.match(/<[A-Z]\w*[^<]*?\/>/g) ?? [])
  .filter((element) => /field\(form, '\w*password'\)|name="\w*password"/.test(element))

test('every password of a user is in a field that can show it and that password managers know', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(ofPasswords.length).toBeGreaterThanOrEqual(8)
  expect(ofPasswords.filter((one) => !/^<(New)?PasswordField\s/.test(one))).toEqual([])
  expect(ofPasswords.filter((one) => /autoComplete/.test(one))).toEqual([])
  // A connection's client secret is not a user's password.
  const secret = 'features/organisations/connections/connection-provider-fields.tsx'
  expect(filesWith(/type="password"|'password'\}$/m).sort()).toEqual([
    secret,
    'ui/password-field.tsx',
  ])
})

test('a password can be pasted everywhere', () => {
  const handlers = /on(Paste|BeforeInput|KeyDown)/
  expect(ofPasswords.filter((element) => handlers.test(element))).toEqual([])
  const parts = filesWith(handlers).filter((name) => /(password|text)-field\.tsx$/.test(name))
  expect(parts).toEqual([])
})
