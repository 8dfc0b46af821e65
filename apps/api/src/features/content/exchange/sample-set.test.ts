import { readFile } from 'node:fs/promises'
import { ContentSetFile } from 'contract/content-format'
import { CONTENT_LIMITS } from 'contract/content-limits'
import { faultsOfDraft } from 'contract/draft-faults'
import { expect, test } from 'vitest'
import { draftOfFile, inForceFrom } from '#features/content/draft-of-file.ts'
import { readContent } from '#features/content/files/read-content.ts'
import { SHEETS } from '#features/content/files/workbook-sheets.ts'
import { aTenant, aUser } from '#testing/factories.ts'
import { testApp } from '#testing/test-app.ts'
import sample from './sample-set.json' with { type: 'json' }

const t = await testApp({ works: false })
const admin = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })

test.each(['json', 'xlsx'])('the sample can be read and published as %s', async (format) => {
  const answer = await t.as(admin).get('/content-samples', { query: { format } })
  expect(answer.headers['content-disposition']).toContain(`filename="Sample-v1.${format}"`)
  const read = await readContent(answer.bytes)
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  expect(read.set).toEqual(ContentSetFile.parse(sample))
  const { head, elements } = draftOfFile(read.set, inForceFrom(2026))
  const stored = elements.map((element, id) => ({ id, element }))
  expect(faultsOfDraft(head, stored)).toEqual([])
})

test('the sample and the documentation have every field, and the documentation every column and limit', async () => {
  const page = await readFile(
    new URL('../../../../../../docs/content-set.md', import.meta.url),
    'utf8',
  )
  const json = JSON.stringify(sample)
  for (const field of fieldsOf(ContentSetFile)) {
    expect(page, field).toMatch(new RegExp(`["\`]${field}["\`]`))
    expect(json, field).toContain(`"${field}":`)
  }
  for (const [sheet, columns] of Object.entries(SHEETS)) {
    expect(page).toContain(`**${sheet}**`)
    for (const column of Object.keys(columns)) expect(page, column).toContain(`\`${column}\``)
  }
  const { responses, responsesOfStatement, elements, key, line, passage } = CONTENT_LIMITS
  for (const limit of [responses, responsesOfStatement, elements, key, line, passage])
    expect(page).toContain(limit.toLocaleString('en-GB'))
})

type Shape = { shape?: Record<string, unknown>; _zod?: { def: Record<string, unknown> } }

/** The names of all fields of a schema, whatever wraps it. */
function fieldsOf(schema: unknown): string[] {
  const { shape, _zod } = schema as Shape
  if (shape) return Object.entries(shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
  const { element, innerType, in: input } = _zod?.def ?? {}
  return [element, innerType, input].flatMap((inner) => (inner ? fieldsOf(inner) : []))
}
