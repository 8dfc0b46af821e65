import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-sso-mails-'))
afterAll(() => rm(folder, { recursive: true }))
const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
const pier = await aTenant(t.db, { domain: 'pier', name: 'Harbour Pier' })
const roles = ['admin' as const]
const recipients: string[] = []
for (const tenant of [pier, pier]) recipients.push((await aUser(t.db, { tenant, roles })).email)
await aUser(t.db, { tenant: pier })
await aUser(t.db, { tenant: pier, roles, isActive: false })
await aUser(t.db, { tenant: await aTenant(t.db), roles })
const quay = await aTenant(t.db, { domain: 'quay', name: 'Harbour Quay' })
const quayAdmin = await aUser(t.db, { tenant: quay, roles })

const PROVIDER = '--tenant pier --name Pier --issuer https://idp.example.org --client-id waymark'
const run = (line: string) => waymark(['sso', ...line.split(' ')], variables)
const mails = () =>
  t.sql<{ id: number; recipient: string; text: string }>`
    select id::float8, recipient, text from mails order by id`

test.each([
  [
    'adding a connection, and that users can sign in with it,',
    `add pier.example ${PROVIDER}`,
    [
      'The operator of this service added the single sign-on connection for pier.example.',
      'The operator of this service changed how users sign in at Harbour Pier. Users sign in with single sign-on or a password.',
    ],
  ],
  [
    'adding another one',
    `add quay.example ${PROVIDER}`,
    ['The operator of this service added the single sign-on connection for quay.example.'],
  ],
  [
    'changing a connection',
    'change pier.example --tenant pier --context phr',
    ['The operator of this service changed the single sign-on connection for pier.example.'],
  ],
])('%s is told to all admins of the organisation, and no one else', async (_, line, said) => {
  const before = await mails()
  await run(line)
  const told = (await mails()).slice(before.length)
  expect(told.map(({ recipient }) => recipient)).toEqual(said.flatMap(() => recipients))
  const texts = said.flatMap((text) => recipients.map(() => expect.stringContaining(text)))
  expect(told.map(({ text }) => text)).toEqual(texts)
  const waiting = await t.app.jobs.unfinished('mail')
  for (const { id } of told) expect(waiting).toContainEqual({ tenantId: pier.id, id })
})

test('a connection for the users of another organisation is told there too', async () => {
  const DECIDES = 'This affects who can sign in at Harbour Quay.'
  for (const [line, done] of [
    [`add works.example ${PROVIDER} --people-of quay`, 'added'],
    ['change works.example --tenant pier --context phr', 'changed'],
  ] as const) {
    const before = await mails()
    await run(line)
    const told = (await mails()).slice(before.length)
    expect(told.map(({ recipient }) => recipient)).toEqual([...recipients, quayAdmin.email])
    const said = `The operator of this service ${done} the single sign-on connection for works.example. ${DECIDES}`
    for (const { text } of told) expect(text).toContain(said)
    expect(told.at(-1)?.text).toContain('The connection belongs to Harbour Pier.')
    const waiting = await t.app.jobs.unfinished('mail')
    expect(waiting).toContainEqual({ tenantId: quay.id, id: told.at(-1)?.id })
  }
})

test('a refused command tells no one', async () => {
  const before = await mails()
  await expect(run(`add pier.example ${PROVIDER}`)).rejects.toThrow('already')
  await expect(run('change none.example --tenant pier --own-address')).rejects.toThrow('none')
  expect(await mails()).toEqual(before)
})
