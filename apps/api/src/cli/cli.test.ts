import { withToken } from '#testing/client.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { queues } from '#queues.ts'
import { readContentJson } from '#features/content/files/read-content.ts'
import { writeContentJson } from '#features/content/files/write-content-workbook.ts'
import { anAuthenticator, anMfaToken, codeOf } from '#testing/authenticator.ts'
import { aBrowser } from '#testing/browser.ts'
import { eventsAbout } from '#testing/events.ts'
import { type TestTenant, type TestUser, aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { addUser } from './add-user.ts'
import { waymark } from './waymark.ts'
import { readEnv } from '#read-env.ts'

const PASSWORD = 'seven green kettles 4003'

const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-cli-'))
const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
afterAll(() => rm(folder, { recursive: true }))

const content = (line: string) => waymark(['content', ...line.split(' ')], variables)
const user = (line: string) => waymark(['user', ...line.split(' ')], variables)
const add = (
  email: string,
  tenant: string,
  roles = ['user'],
  { password = PASSWORD, isJson = false } = {},
) =>
  addUser(readEnv(variables), { email, name: 'Anna', tenant, roles }, async () => password, isJson)
async function aFile(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
async function rowsOf(tenantId: number) {
  const { rows } = await t.owner.query(
    'select id, status from content_sets where tenant_id = $1 order by id',
    [tenantId],
  )
  return rows
}

test('an added organisation answers at its host', async () => {
  const args = ['add', 'Acme', '--name', 'Acme Ltd', '--colour', '#123456']
  expect(await waymark(['tenant', ...args], variables)).toBe('Added Acme Ltd at acme.localhost.')
  expect((await t.at('acme.localhost').get('/tenant')).body).toMatchObject({ name: 'Acme Ltd' })
  const lines = ['add', 'lines', '--name', 'Lines\nBcc: x@example.org']
  expect(await waymark(['tenant', ...lines], variables)).toBe(
    'Added Lines Bcc: x@example.org at lines.localhost.',
  )
  await expect(waymark(['tenant', 'add', 'acme', '--name', 'Other'], variables)).rejects.toThrow(
    'Another organisation already uses the label acme. Choose another label.',
  )
  await expect(waymark(['tenant', 'add', 'badminton', '--name', 'X'], variables)).rejects.toThrow(
    /Nothing was changed/,
  )
})

test('an added user signs in', async () => {
  const said = await add('First.Admin@example.org', 'admin', ['god-admin'])
  expect(said).toBe('Added Anna <First.Admin@example.org> to admin as god-admin.')
  const browser = aBrowser(t.call, 'admin.localhost')
  expect((await browser.signIn('first.admin@example.org', PASSWORD)).statusCode).toBe(200)
})

test('a user with a taken address, a weak password, unknown roles or a wrong organisation is refused', async () => {
  const { domain } = await aTenant(t.db)
  const email = 'anna@example.org'
  const said = await add(email, domain, ['user'], { isJson: true })
  expect(JSON.parse(said)).toEqual({ tenant: domain, email, name: 'Anna', roles: ['user'] })
  const refusal = (...given: Parameters<typeof add>) =>
    add(...given).catch((error: unknown) => String(error))
  expect(await refusal('ANNA@example.org', domain)).toContain(
    `User ANNA@example.org already exists at ${domain}. Use another email address.`,
  )
  for (const roles of [['god-admin'], ['auditor', 'user']])
    expect(await refusal('b@example.org', domain, roles)).toMatch(/can’t belong to an organisation/)
  expect(await refusal('b@example.org', domain, ['chief'])).toMatch(/roles/)
  for (const [password, reason] of [
    ['short', /at least 12 characters/],
    ['administrator', /easy to guess/],
    ['Anna 1815 Anna', /easy to guess/],
  ] as const)
    expect(await refusal('b@example.org', domain, ['user'], { password })).toMatch(reason)
  expect(await refusal('not an address', domain)).toMatch(/full email address/)
  expect(await refusal('b@example.org', 'nowhere')).toMatch(/No organisation has the label nowhere/)
})

test('an imported and published content set can be answered and exports to the same bytes', async () => {
  const { id, domain, ...tenant } = await aTenant(t.db)
  const json = writeContentJson(aTinySet())
  const said = await content(
    `import ${await aFile('tiny.json', json)} --tenant ${domain} --publish`,
  )
  expect(said).toMatch(
    /^Imported "Tiny" into \w+ as content set \d+ \(published, effective from \d{4}\): 3 elements, 6 statements and 18 responses\.$/,
  )
  const anna = aRespondent(t, await aUser(t.db, { tenant: { id, domain, ...tenant } }))
  expect(await anna.open()).toBeGreaterThan(0)
  const [set] = await rowsOf(id)
  expect(String(await content(`export ${set.id} --tenant ${domain}`))).toBe(json)
  for (const file of ['out.json', 'out.xlsx']) {
    await content(`export ${set.id} --tenant ${domain} --out ${join(folder, file)}`)
    await content(`import ${join(folder, file)} --tenant ${domain}`)
  }
  expect(await readFile(join(folder, 'out.json'), 'utf8')).toBe(json)
  const all = await rowsOf(id)
  expect(all.map(({ status }) => status)).toEqual(['published', 'draft', 'draft'])
  for (const each of all)
    expect(String(await content(`export ${each.id} --tenant ${domain} --format json`))).toBe(json)
})

test('publishing from the command line says which set stays in force beside it', async () => {
  const tenant = await aTenant(t.db)
  const file = await aFile('same.json', writeContentJson(aTinySet()))
  const command = `import ${file} --tenant ${tenant.domain}`
  expect(await content(`${command} --publish`)).not.toContain('in force')
  expect(await content(command)).not.toContain('in force')
  expect(String(await content(`${command} --publish`)).split('\n')[1]).toMatch(
    /^“Tiny” \(version 1\) stays in force too, /,
  )
})

test('publishing from the command line counts missing action texts', async () => {
  const { domain } = await aTenant(t.db)
  const bare = JSON.parse(writeContentJson(aTinySet()))
  delete bare.elements[0].statements[0].responses[1].action
  const command = `import ${await aFile('bare.json', JSON.stringify(bare))} --tenant ${domain}`
  expect(await content(command)).not.toContain('action text')
  expect(await content(`${command} --publish`)).toContain('\n1 response has no action text. ')
})

test('publishing from the command line names the scripts that PDFs have no font for', async () => {
  const { domain } = await aTenant(t.db)
  const set = { ...aTinySet(), description: 'สวัสดี' }
  const command = `import ${await aFile('thai.json', writeContentJson(set))} --tenant ${domain}`
  expect(await content(command)).not.toContain('PDFs')
  expect(await content(`${command} --publish`)).toContain('\nPDFs can’t show Thai text. ')
})

test('every fault of a file is listed with its place, and nothing is imported', async () => {
  const { id, domain } = await aTenant(t.db)
  const broken = JSON.parse(writeContentJson(aTinySet()))
  broken.elements[0].statements[0].responses[0].value = 99
  broken.elements[1].key = 'A'
  broken.elements[2].wight = 1
  const file = await aFile('broken.json', JSON.stringify(broken))
  await expect(content(`import ${file} --tenant ${domain} --publish`)).rejects.toThrow(
    /3 errors in .+\. Nothing was imported\.\n(.*\n)* {2}elements\[0\]\.statements\[0\]\.responses\[1\]\.value: /,
  )
  expect('faults' in readContentJson(JSON.stringify(broken))).toBe(true)
  for (const name of ['no.json', 'no.xlsx', 'no.txt'])
    await expect(content(`import ${await aFile(name, '{')} --tenant ${domain}`)).rejects.toThrow()
  await expect(content(`import ${join(folder, 'none.json')} --tenant ${domain}`)).rejects.toThrow(
    /doesn’t exist/,
  )
  expect(await rowsOf(id)).toEqual([])
})

test('another organisation’s content set is not exported', async () => {
  const [one, other] = [await aTenant(t.db), await aTenant(t.db)]
  const file = await aFile('mine.json', writeContentJson(aTinySet()))
  await content(`import ${file} --tenant ${one.domain}`)
  const [set] = await rowsOf(one.id)
  await expect(content(`export ${set.id} --tenant ${other.domain}`)).rejects.toThrow(
    `There is no content set ${set.id} at ${other.domain}. Check the ID.`,
  )
})

async function signedIn(person: TestUser) {
  const browser = aBrowser(t.call, person.host)
  const { token } = (await browser.signIn(person.email)).json<{ token: string }>()
  return async () => [
    (await browser.user(token)).statusCode === 200,
    (await browser.refresh()).statusCode === 200,
  ]
}
const OUT = [false, false]

test('sign-out ends all sessions of one user in one organisation', async () => {
  const tenant = await aTenant(t.db)
  const [anna, colleague] = [await aUser(t.db, { tenant }), await aUser(t.db, { tenant })]
  const sessions = [await signedIn(anna), await signedIn(anna)]
  const other = await signedIn(colleague)
  const email = anna.email.toUpperCase()
  expect(await user(`sign-out ${email} --tenant ${tenant.domain}`)).toBe(
    `Signed out ${email} at ${tenant.domain}: 2 sessions.`,
  )
  for (const state of sessions) expect(await state()).toEqual(OUT)
  expect(await other()).toEqual([true, true])
  expect((await eventsAbout(t, `user ${anna.id}`)).at(-1)).toMatchObject({
    action: 'session.revoked_by_operator',
    details: { ended: 2 },
  })
  expect(await (await signedIn(anna))()).toEqual([true, true])
})

test('sign-out without an organisation ends the sessions at every organisation with the address', async () => {
  const email = 'both@example.org'
  const tenants = [
    await aTenant(t.db, { domain: 'harbour' }),
    await aTenant(t.db, { domain: 'quay' }),
  ]
  const states = await Promise.all(
    tenants.map(async (tenant) => signedIn(await aUser(t.db, { tenant, email }))),
  )
  expect(await user(`sign-out ${email}`)).toBe(
    `Signed out ${email} at harbour: 1 session.\nSigned out ${email} at quay: 1 session.`,
  )
  for (const state of states) expect(await state()).toEqual(OUT)
  await expect(user('sign-out unknown@example.org')).rejects.toThrow(
    'No user has the email address unknown@example.org, so no one was signed out.',
  )
  await expect(user('sign-out unknown@example.org --tenant quay')).rejects.toThrow(
    'No user at quay has the email address unknown@example.org, so no one was signed out.',
  )
  await expect(user('sign-out unknown@example.org --tenant none')).rejects.toThrow(
    'No organisation has the label none.',
  )
})

test('sign-out --all ends all sessions everywhere, after confirmation', async () => {
  const tenants: TestTenant[] = [await aTenant(t.db), await aTenant(t.db)]
  const states = await Promise.all(
    tenants.map(async (tenant) => signedIn(await aUser(t.db, { tenant }))),
  )
  await expect(user('sign-out --all')).rejects.toThrow('Use --yes')
  for (const line of ['sign-out', 'sign-out a@b.example --all', 'sign-out --all --tenant acme'])
    await expect(user(line)).rejects.toThrow(/^Give either EMAIL or --all/)
  for (const state of states) expect(await state()).toEqual([true, true])
  expect(await user('sign-out --all --yes')).toMatch(/^Signed out all users: \d+ sessions\.$/)
  for (const state of states) expect(await state()).toEqual(OUT)
  const { rowCount } = await t.owner.query(
    `select from audit_events where action = 'sessions.revoked_by_operator' and tenant_id = any($1)`,
    [tenants.map(({ id }) => id)],
  )
  expect(rowCount).toBe(2)
})

test('sign-out also ends sign-ins that wait for a verification code', async () => {
  const tenant = await aTenant(t.db)
  for (const line of ['sign-out EMAIL', 'sign-out --all --yes']) {
    const person = await aUser(t.db, { tenant })
    const phone = await anAuthenticator(t, person)
    const headers = withToken(await anMfaToken(t, person))
    await user(line.replace('EMAIL', person.email))
    const browser = aBrowser(t.call, person.host)
    await browser.send('GET', '/tenant')
    const answer = await browser.send('POST', '/mfa', { body: { code: codeOf(phone) }, headers })
    expect(answer.statusCode).toBe(401)
  }
})

test('commands are recorded', async () => {
  const { rows } = await t.owner.query(
    `select distinct action from audit_events where action in ('organisation.created', 'user.created', 'content_set.imported') order by 1`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'content_set.imported',
    'organisation.created',
    'user.created',
  ])
})

test('a wrong database password is refused in one line', async () => {
  const url = new URL(t.ownerUrl)
  url.password = 'wrong'
  const wrong = { ...variables, DATABASE_URL: url.href }
  await expect(waymark(['tenant', 'add', 'late', '--name', 'Late'], wrong)).rejects.toThrow(
    /^The database refused the password\./,
  )
  expect((await t.at('localhost').get('/tenant')).status).toBe(200)
})

test('with the embedded database, a command works with and without a running Waymark', async () => {
  const dataDir = join(folder, 'data')
  const own = { DATA_DIR: dataDir, WAYMARK_SECRET: TEST_SECRET }
  const add = () => waymark(['tenant', 'add', 'acme', '--name', 'Acme'], own)
  const log = { debug() {}, error() {} }
  const running = await startEmbedded({ dataDir, durable: false, log })
  await migrate(running.url, { rolePrefix: 'wm', queues })
  expect(await add()).toBe('Added Acme at acme.localhost.')
  await running.stop()
  await expect(add()).rejects.toThrow(
    'Another organisation already uses the label acme. Choose another label.',
  )
})
