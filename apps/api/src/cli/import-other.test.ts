import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { aTenant } from '#testing/factories.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { testApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

const t = await testApp({ works: false })
const folder = await mkdtemp(join(tmpdir(), 'waymark-import-'))
const variables = { DATABASE_URL: t.ownerUrl, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
afterAll(() => rm(folder, { recursive: true }))

let tenant = await aTenant(t.db)
beforeEach(async () => {
  tenant = await aTenant(t.db)
})
const file = async (name: string, content: object | string) => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : stringify(content))
  return path
}
const run = async (...words: string[]) =>
  String(await waymark(['content', 'import', ...words, '--tenant', tenant.domain], variables))
const setsOf = async () => {
  const { rows } = await t.owner.query(
    'select title, status from content_sets where tenant_id = $1',
    [tenant.id],
  )
  return rows
}

const LIBRARY = {
  name: 'Garden',
  locale: 'en',
  objects: {
    framework: {
      name: 'Garden care',
      implementation_groups_definition: [
        { ref_id: 'S', name: 'Small' },
        { ref_id: 'L', name: 'Large' },
      ],
      requirement_nodes: [
        { urn: 'a', assessable: false, name: 'Soil' },
        {
          urn: 'b',
          parent_urn: 'a',
          assessable: true,
          ref_id: '1',
          name: 'Heap',
          implementation_groups: ['S'],
        },
        {
          urn: 'c',
          parent_urn: 'a',
          assessable: true,
          ref_id: '2',
          name: 'Lid',
          implementation_groups: ['L'],
        },
      ],
    },
  },
}

test('a library says what it lacks, and is imported when options say it', async () => {
  const path = await file('garden.yaml', LIBRARY)
  await expect(run(path)).rejects.toThrow(
    /doesn’t contain everything that a content set needs\. Nothing was imported\.\n {2}The file has no responses\. Add them with --responses, .*\n {2}The file has the groups “S” Small \(1 statement\) and “L” Large \(1 statement\)\. Add --groups level/,
  )
  expect(await setsOf()).toEqual([])
  const said = await run(
    path,
    '--responses',
    'Yes, partly or no',
    '--groups',
    'level',
    '--order',
    'L,S',
    '--publish',
  )
  expect(said.split('\n')).toEqual([
    expect.stringMatching(
      /^Imported "Garden care" into .*: 1 element, 2 statements and 6 responses\.$/,
    ),
    'A CISO Assistant library: “Garden care”, with 2 requirements.',
    'Each requirement becomes a statement. The group directly above a requirement becomes an element. Higher groups become headings.',
    'Responses: No > Partly > Yes.',
    'Levels: L > S.',
    'Left out: nothing.',
    'Check that you have the right to use this framework. Its texts belong to its authors.',
    expect.stringContaining('no action text'),
  ])
  expect(await setsOf()).toEqual([{ title: 'Garden care', status: 'published' }])
})

test('a preview says what would be imported without answers, and imports nothing', async () => {
  const said = await run(await file('garden.yaml', LIBRARY), '--preview')
  expect(said).toMatch(
    /^Would import "Garden care": 1 element, 2 statements and 6 responses\.\nA CISO Assistant library/,
  )
  expect(await setsOf()).toEqual([])
})

const PROFILE = {
  profile: {
    metadata: { title: 'Some' },
    imports: [{ href: 'all.json', 'include-controls': [{ 'with-ids': ['a-1'] }] }],
  },
}
const CATALOGUE = {
  catalog: {
    metadata: { title: 'All' },
    groups: [
      {
        title: 'A',
        controls: [
          { id: 'a-1', title: 'One' },
          { id: 'a-2', title: 'Two' },
        ],
      },
    ],
  },
}

test('a profile is refused without its catalogue, and imported with it', async () => {
  const path = await file('profile.json', JSON.stringify(PROFILE))
  await expect(run(path)).rejects.toThrow(
    /“all\.json”\.\n {2}Add the catalogue with --catalogue FILE\.$/,
  )
  const catalogue = await file('all.json', JSON.stringify(CATALOGUE))
  const said = await run(path, '--catalogue', catalogue, '--responses', 'No > Yes')
  expect(said).toMatch(/^Imported "Some" .*: 1 element, 1 statement and 2 responses\./)
  const whole = await run(
    path,
    '--catalogue',
    catalogue,
    '--responses',
    'No > Yes',
    '--whole',
    '--groups',
    'profile',
  )
  expect(whole).toMatch(/^Imported "All" .*: 1 element, 2 statements and 4 responses\./)
})

test('columns of a table are named, and a column that isn’t there is told', async () => {
  const path = await file('care.csv', 'first,second\nWater it.,Soil\nFeed it.,Soil')
  const options = ['--responses', 'No > Yes', '--title', 'Care']
  const said = await run(path, ...options, '--column', 'text=First', '--column', 'element=second')
  expect(said).toContain('Imported "Care"')
  expect(said).toContain('The column “first” becomes the statement.')
  await expect(run(path, ...options, '--column', 'text=third')).rejects.toThrow(
    'The table has no column named “third”. Columns of the table: “first” and “second”.',
  )
  await expect(run(path, '--column', 'words=first')).rejects.toThrow(
    /Use the form FIELD=NAME, such as text=Requirement/,
  )
  await expect(run(path, '--responses', 'Yes')).rejects.toThrow(/Enter at least two labels/)
})
