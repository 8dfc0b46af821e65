import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { readContentJson } from '#features/content/files/read-content.ts'
import { writeContentJson } from '#features/content/files/write-content-json.ts'
import { aBrowser } from '#testing/browser.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { addUser } from './add-user.ts'
import { contentCommand } from './content-command.ts'
import { tenantCommand } from './tenant-command.ts'
import { userCommand } from './user-command.ts'
import { readEnv } from '#env.ts'

const PASSWORD = 'seven green kettles 4003'

let t: TestApp
let folder: string
let variables: NodeJS.ProcessEnv
beforeAll(async () => {
  t = await startTestApp({ works: false })
  folder = await mkdtemp(join(tmpdir(), 'waymark-cli-'))
  variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await t.close()
})

const content = (line: string) => contentCommand(line.split(' '), variables)
const person = (email: string, tenant: string, roles = ['user'], password = PASSWORD) =>
  addUser(readEnv(variables), { email, name: 'Anna', tenant, roles }, async () => password)
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

test('an organisation that was added answers at its host at once', async () => {
  const said = await tenantCommand(
    ['add', 'Acme', '--name', 'Acme Ltd', '--colour', '#123456'],
    variables,
  )
  expect(said).toBe('Added Acme Ltd at acme.localhost.')
  expect((await t.at('acme.localhost').get('/tenant')).body).toMatchObject({ name: 'Acme Ltd' })
  await expect(tenantCommand(['add', 'acme', '--name', 'Other'], variables)).rejects.toThrow(
    'There is already an organisation acme.',
  )
})

test.each(['admin', 'www', 'badminton', 'api', 'auth', 'public', '-a', 'a.b', 'ä', 'a'.repeat(64)])(
  'the label %s is refused',
  async (label) => {
    await expect(tenantCommand(['add', '--name', 'X', '--', label], variables)).rejects.toThrow(
      /Nothing was changed/,
    )
  },
)

test('a person who was added signs in with the roles that were given', async () => {
  const said = await person('First.Admin@example.org', 'admin', ['god-admin'])
  expect(said).toBe('Added Anna <First.Admin@example.org> to admin as god-admin.')
  const answer = await aBrowser(t.call, 'admin.localhost').signIn(
    'first.admin@example.org',
    PASSWORD,
  )
  expect(answer.statusCode).toBe(200)
})

test('a person is added once, with a good password, known roles and in the right place', async () => {
  const { domain } = await aTenant(t.db)
  await person('anna@example.org', domain)
  const refusal = (...given: Parameters<typeof person>) =>
    person(...given).catch((error: unknown) => String(error))
  expect(await refusal('ANNA@example.org', domain)).toContain(
    `${domain} already has a user ANNA@example.org.`,
  )
  expect(await refusal('b@example.org', domain, ['god-admin'])).toMatch(/belong to the platform/)
  expect(await refusal('b@example.org', domain, ['auditor', 'user'])).toMatch(
    /belong to the platform/,
  )
  expect(await refusal('b@example.org', domain, ['chief'])).toMatch(/roles/)
  expect(await refusal('b@example.org', domain, ['user'], 'short')).toMatch(
    /at least 12 characters/,
  )
  for (const password of ['administrator', 'Anna 1815 Anna'])
    expect(await refusal('b@example.org', domain, ['user'], password)).toMatch(/easy to guess/)
  expect(await refusal('not an address', domain)).toMatch(/full address/)
  expect(await refusal('b@example.org', 'nowhere')).toMatch(/There is no organisation nowhere/)
})

test('what is missing or unknown on the command line is said, with how to use it', async () => {
  for (const line of ['', 'add', 'add a@example.org', 'remove a@example.org --name A --tenant x'])
    await expect(userCommand(line.split(' '), variables)).rejects.toThrow(
      /Usage:\n {2}npm run user/,
    )
  for (const line of [
    'import',
    'import x.json',
    'export x --tenant a',
    'export 1 --tenant a --format pdf',
  ])
    await expect(content(line)).rejects.toThrow(/Usage:\n {2}npm run content/)
  await expect(content('import x.json --tennant a')).rejects.toThrow(/--tennant/)
})

test('a set that is imported and published is answered at once, and exports to the same bytes', async () => {
  const { id, domain, ...tenant } = await aTenant(t.db)
  const json = writeContentJson(aTinySet())
  const said = await content(
    `import ${await aFile('tiny.json', json)} --tenant ${domain} --publish`,
  )
  expect(said).toMatch(
    /^Imported "Tiny" into \w+ as content set \d+ \(published, effective from \d{4}\): 3 elements, 6 statements, 18 responses\.$/,
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

test('every fault of a file is told with its place, and nothing is written', async () => {
  const { id, domain } = await aTenant(t.db)
  const broken = JSON.parse(writeContentJson(aTinySet()))
  broken.elements[0].statements[0].responses[0].value = 99
  broken.elements[1].key = 'A'
  broken.elements[2].wight = 1
  const file = await aFile('broken.json', JSON.stringify(broken))
  await expect(content(`import ${file} --tenant ${domain} --publish`)).rejects.toThrow(
    /has 3 faults\. Nothing was imported\.\n(.*\n)* {2}elements\[0\]\.statements\[0\]\.responses\[1\]\.value: /,
  )
  expect('faults' in readContentJson(JSON.stringify(broken))).toBe(true)
  for (const [name, text] of [
    ['no.json', '{'],
    ['no.xlsx', '{}'],
    ['no.txt', 'x'],
  ] as const)
    await expect(content(`import ${await aFile(name, text)} --tenant ${domain}`)).rejects.toThrow()
  await expect(content(`import ${join(folder, 'none.json')} --tenant ${domain}`)).rejects.toThrow(
    /There is no file/,
  )
  expect(await rowsOf(id)).toEqual([])
})

test("another organisation's content set cannot be exported", async () => {
  const [one, other] = [await aTenant(t.db), await aTenant(t.db)]
  const file = await aFile('mine.json', writeContentJson(aTinySet()))
  await content(`import ${file} --tenant ${one.domain}`)
  const [set] = await rowsOf(one.id)
  await expect(content(`export ${set.id} --tenant ${other.domain}`)).rejects.toThrow(
    `${other.domain} has no content set ${set.id}.`,
  )
})

test('what was done by command is recorded', async () => {
  const { rows } = await t.owner.query(
    `select distinct action from audit_events where action in ('organisation.created', 'user.created', 'content_set.imported') order by 1`,
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'content_set.imported',
    'organisation.created',
    'user.created',
  ])
})

test('a wrong secret is said in one line, and changes nothing', async () => {
  const wrong = { ...variables, WAYMARK_SECRET: 'quite another secret, of good length' }
  await expect(tenantCommand(['add', 'late', '--name', 'Late'], wrong)).rejects.toThrow(
    /^The database refused the password\./,
  )
  expect((await t.at('localhost').get('/tenant')).status).toBe(200)
})

test('with the embedded database a command works beside a running Waymark and without one', async () => {
  const dataDir = join(folder, 'data')
  const own = { DATA_DIR: dataDir, WAYMARK_SECRET: TEST_SECRET }
  const add = () => tenantCommand(['add', 'acme', '--name', 'Acme'], own)
  const log = { debug() {}, error() {} }
  const running = await startEmbedded({ dataDir, durable: false, log })
  await migrate(running.url, { secret: TEST_SECRET })
  expect(await add()).toBe('Added Acme at acme.localhost.')
  await running.stop()
  await expect(add()).rejects.toThrow('There is already an organisation acme.')
}, 60_000)
