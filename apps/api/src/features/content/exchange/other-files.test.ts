import { ContentImport } from 'contract/content-imports'
import { beforeEach, expect, test } from 'vitest'
import { downloadExport } from '#testing/download-export.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()
let admin = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
beforeEach(async () => {
  admin = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })
})

const base64 = (content: string | object) =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64')
const start = async (name: string, content: string | object) => {
  const { body } = await t.as(admin).post('/content-imports', { name, file: base64(content) })
  return ContentImport.parse(body)
}
const importOf = async (id: number) =>
  ContentImport.parse((await t.as(admin).get(`/content-imports/${id}`)).body)
const choose = (id: number, choices: object, other?: object) =>
  t.as(admin).put(`/content-imports/${id}/choices`, { choices, ...(other && { other }) })
const chosen = async (...input: Parameters<typeof choose>) =>
  ContentImport.parse((await choose(...input)).body)
const accept = async (id: number) =>
  ContentImport.parse((await t.as(admin).post(`/content-imports/${id}/draft`, {})).body)
const settled = async (id: number) =>
  await expect
    .poll(() => importOf(id), { timeout: 60_000, interval: 200 })
    .toMatchObject({ status: expect.stringMatching(/^(faulty|ready|done|failed)$/) })
const filesOf = async (id: number) => {
  const { rows } = await t.owner.query(
    'select length(file) as file, length(other_file) as other from content_imports where id = $1',
    [id],
  )
  return rows[0]
}

test('a table is read again with each choice of its author, until its draft is created', async () => {
  const read = await start(
    'care.csv',
    'no,requirement,why\n1,Water it.,Roots dry.\n2,Feed it.,It grows.',
  )
  expect(read).toMatchObject({
    status: 'ready',
    preview: { title: 'care', elements: 1, statements: 2, responses: 6 },
    findings: { kind: 'table', choices: { columns: ['key', 'text', 'ignored'] } },
  })
  const columns = ['key', 'text', 'guidance']
  const again = await chosen(read.id, { columns, responses: ['No', 'Yes'], title: 'Care' })
  expect(again).toMatchObject({
    status: 'ready',
    preview: { title: 'Care', responses: 4 },
    findings: { choices: { columns, responses: ['No', 'Yes'] } },
  })
  const { content_set_id } = await accept(read.id)
  expect(JSON.parse((await downloadExport(t, admin, content_set_id)).text)).toMatchObject({
    title: 'Care',
    responses: [{ label: 'No' }, { label: 'Yes' }],
    elements: [{ statements: [{ key: '1', guidance: 'Roots dry.' }, { key: '2' }] }],
  })
  expect(await filesOf(read.id)).toEqual({ file: null, other: null })
  expect(await choose(read.id, {})).toMatchObject({
    status: 409,
    body: { message: 'The uploaded file has been deleted. Choose the file again.' },
  })
})

const controls = ['a-1', 'a-2'].map((id) => ({
  id,
  title: id,
  parts: [{ name: 'statement', prose: `Do ${id}.` }],
}))
const catalogue = (more: object[] = []) => ({
  catalog: {
    metadata: { title: 'All' },
    groups: [{ id: 'a', title: 'A', controls: [...controls, ...more] }],
  },
})
const PROFILE = {
  profile: {
    metadata: { title: 'Some' },
    imports: [{ href: 'all.json', 'include-controls': [{ 'with-ids': ['a-2'] }] }],
  },
}

test('no draft is created before its author chose what the file lacks', async () => {
  const read = await start('care.csv', 'requirement,level\nWater it.,1\nFeed it.,2')
  const create = () => t.as(admin).post(`/content-imports/${read.id}/draft`, {})
  expect(read.findings).toMatchObject({
    undecided: ['responses', 'groups'],
    choices: { responses: ['No', 'Partly', 'Yes'], groups: 'level', order: ['1', '2'] },
  })
  expect(await create()).toMatchObject({
    status: 409,
    body: { message: 'First choose the responses and say what the groups are.' },
  })
  const half = await chosen(read.id, { responses: ['No', 'Yes'] })
  expect(half.findings?.undecided).toEqual(['groups'])
  expect(await create()).toMatchObject({
    status: 409,
    body: { message: 'First say what the groups are.' },
  })
  await chosen(read.id, { responses: ['No', 'Yes'], groups: 'level' })
  expect((await accept(read.id)).status).toBe('done')
})

test('a profile is refused until its catalogue is added', async () => {
  const read = await start('profile.json', PROFILE)
  expect(read).toMatchObject({ status: 'faulty', findings: { needs: '“all.json”' }, preview: null })
  const other = { name: 'all.json', file: base64(catalogue()) }
  const both = await chosen(read.id, {}, other)
  expect(both).toMatchObject({
    status: 'ready',
    faults: [],
    preview: { title: 'Some', statements: 1 },
  })
  // The catalogue stays with the import.
  const choices = { whole: true, responses: ['No', 'Yes'], groups: 'profile' }
  expect(await chosen(read.id, choices)).toMatchObject({
    preview: { title: 'All', statements: 2 },
    findings: {
      groups: [
        { label: 'Some', statements: 1 },
        { label: 'All', statements: 2 },
      ],
    },
  })
  expect((await accept(read.id)).status).toBe('done')
})

test('a long catalogue is read by a job, and again with a choice', async () => {
  const more = Array.from({ length: 1500 }, (_, index) => ({
    id: `b-${index}`,
    title: `Control ${index}`,
    parts: [{ name: 'statement', prose: 'Do it. '.repeat(100) }],
  }))
  const read = await start('long.json', catalogue(more))
  expect(read.status).toBe('reading')
  await settled(read.id)
  expect(await importOf(read.id)).toMatchObject({ status: 'ready', preview: { responses: 4506 } })
  expect((await chosen(read.id, { responses: ['No', 'Yes'] })).status).toBe('reading')
  await settled(read.id)
  expect(await importOf(read.id)).toMatchObject({ status: 'ready', preview: { responses: 3004 } })
}, 120_000)

test('a file of our own format is not kept, so nothing can be chosen', async () => {
  const read = await start('faulty.json', { format: 'content-set/1' })
  expect(read).toMatchObject({ status: 'faulty', findings: null })
  expect((await choose(read.id, {})).status).toBe(409)
})

test.each([
  ['one response', { responses: ['Yes'] }],
  ['another kind of groups', { groups: 'ladder' }],
  ['another field', { columns: ['name'] }],
  ['something else', { format: 'x' }],
])('a choice of %s is refused', async (_, choices) => {
  const read = await start('care.csv', 'what\nWater it.')
  expect((await choose(read.id, choices)).status).toBe(400)
})
