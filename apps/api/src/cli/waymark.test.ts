import { expect, test } from 'vitest'
import { waymark } from './waymark.ts'

const run = (line: string) => waymark(line.split(' ').filter(Boolean), {})

test.each([
  ['user', /^Usage: npm run user -- \[options\] \[command\]/],
  [
    'user add --name A --tenant x',
    /^Missing required argument 'EMAIL'\n\nUsage: npm run user -- add /,
  ],
  ['user add a@example.org', /^Required option '--name <NAME>' not specified/],
  [
    'user add a@example.org --name A --tenant x --role chief',
    /Choose one of these roles: god-admin, admin, user, auditor\./,
  ],
  ['user remove a@example.org', /^Unknown command 'remove'/],
  ['content import x.json', /^Required option '--tenant <LABEL>' not specified/],
  [
    'content import x.json --tenant a --publis',
    /^Unknown option '--publis'\n\(Did you mean --publish\?\)/,
  ],
  ['content export x --tenant a', /The ID must be a number/],
  ['content export 1 --tenant a --format pdf', /Allowed choices are json, xlsx/],
  [
    'content export 1 --tenant a --out x.pdf',
    /^Add --format, because the name x\.pdf ends in neither/,
  ],
  ['restore x --mails keep', /Allowed choices are send, discard/],
])('%s is refused with the usage', async (line, said) => {
  await expect(run(line)).rejects.toThrow(said)
  await expect(run(line)).rejects.toThrow(/Usage: npm run \w+ -- /)
})

test('--help shows the usage of all commands, or of one', async () => {
  const all = String(await run('--help'))
  expect(all).toMatch(/^Usage: npm run waymark -- \[options\] \[command\]\n/)
  expect(all).toMatch(/^ {2}shared-work .*show which work is on for all nodes/m)
  for (const name of ['backup', 'content', 'restore', 'sent-mails', 'sso', 'tenant', 'user'])
    expect(await run(`${name} --help`)).toContain(`Usage: npm run ${name} -- [options]`)
})
