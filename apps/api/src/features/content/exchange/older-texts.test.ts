import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { downloadExport } from '#testing/download-export.ts'
import { aContentSet, aSmallSet, aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp({ works: false })
const FOLDER = resolve(import.meta.dirname, '../../../../migrations')

test('names and content sets from before line breaks were refused become one line and can be used', async () => {
  const tenant = await aTenant(t.db, { name: 'Alder Homes' })
  const admin = await aUser(t.db, { tenant, roles: ['admin'], name: 'Ada Admin' })
  const file = {
    ...aSmallSet(),
    title: 'Good care',
    source: 'Our own work',
    scale: ['Just starting', 'Developing', 'Established', 'Leading'],
    certificationBands: [{ label: 'First step', minOverall: 10, minElement: 0 }],
  }
  const published = await aContentSet(t.db, { tenant, file })
  const draft = await aContentSet(t.db, { tenant, file, isPublished: false })
  const [{ id: elementId } = { id: 0 }] = await t.sql<{ id: number }>`
    select id from draft_elements where content_set_id = ${draft} order by position`
  const get = async (path: string) => await t.as(admin).get(path)
  const used = async () => [
    (await downloadExport(t, admin, published)).text,
    (await get(`/content-sets/${draft}`)).body,
    (await get(`/content-sets/${draft}/elements/${elementId}`)).body,
    (await get(`/customers/${tenant.id}`)).body,
    (await get(`/users/${admin.id}`)).body,
  ]
  const before = await used()
  expect(before[0]).toContain('"First step"')
  await breakLines()
  expect(await broken(tenant.id)).toEqual(BROKEN)
  await t.owner.query('set role wm_owner')
  await t.owner.query(await readFile(resolve(FOLDER, '0010-one-line-texts.sql'), 'utf8'))
  await t.owner.query('reset role')
  expect(await broken(tenant.id)).toEqual([])
  expect(await used()).toEqual(before)
})

const BROKEN = [
  'certification_bands',
  'content_sets',
  'draft',
  'draft_elements',
  'elements',
  'report_bands',
  'scale',
  'tenants',
  'users',
]

test('an edition with a language or texts that are refused today is exported, or answers 409', async () => {
  const tenant = await aTenant(t.db)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const set = await aContentSet(t.db, { tenant })
  const change = async (column: string, table: string) =>
    await t.owner.query(`
      alter table content_sets disable trigger keep_edition;
      update ${table} set ${column} where ${table === 'content_sets' ? 'id' : 'content_set_id'} = ${set};
      alter table content_sets enable trigger keep_edition;`)
  await change(`language = 'german'`, 'content_sets')
  const { text } = await downloadExport(t, admin, set)
  expect(JSON.parse(text)).not.toHaveProperty('language')
  await change(`title = U&'\\200B'`, 'elements')
  expect((await t.as(admin).post(`/content-sets/${set}/exports`, { format: 'json' })).status).toBe(
    409,
  )
  expect((await t.as(admin).get(`/content-sets/${set}/report-preview`)).status).toBe(409)
})

/** Where a one-line text of the organisation has a line break. */
async function broken(tenant: number) {
  const { rows } = await t.owner.query<{ place: string }>(`
    select distinct place from (
      select 'tenants' as place, name as text from tenants where id = ${tenant}
      union all select 'users', name from users where tenant_id = ${tenant}
      union all select 'content_sets', title || source from content_sets where tenant_id = ${tenant}
      union all select 'scale', array_to_string(scale, '') from content_sets where tenant_id = ${tenant}
      union all select 'certification_bands', label from certification_bands where tenant_id = ${tenant}
      union all select 'elements', title || group_name from elements where tenant_id = ${tenant}
      union all select 'report_bands', title from report_bands where tenant_id = ${tenant}
      union all select 'draft', draft ->> 'title' from content_sets where tenant_id = ${tenant}
      union all select 'draft_elements', element ->> 'title' from draft_elements where tenant_id = ${tenant}
    ) as texts where text like E'%\n%' order by place`)
  return rows.map(({ place }) => place)
}

/** Each space of a one-line text becomes a line break. */
async function breakLines() {
  const broken = (column: string) => `${column} = replace(${column}, ' ', E'\\n')`
  const text = (column: string) =>
    `${column} = regexp_replace(${column}::text, '("(title|label|group|source)": "[^" ]*) ', '\\1\\n', 'g')::jsonb`
  await t.owner.query(`
    alter table content_sets disable trigger keep_edition;
    update tenants set ${broken('name')};
    update users set ${broken('name')};
    update content_sets set ${broken('title')}, ${broken('source')}, ${text('draft')},
      scale = string_to_array(replace(array_to_string(scale, ','), ' ', E'\\n'), ',');
    update certification_bands set ${broken('label')};
    update elements set ${broken('title')}, ${broken('group_name')};
    update report_bands set ${broken('title')};
    update statement_responses set ${broken('label')};
    update draft_elements set ${text('element')};
    alter table content_sets enable trigger keep_edition;`)
}
