import { ContentSetFile } from 'contract/content-format'
import { compareEditions } from 'rules/compare-editions'
import { expect, test } from 'vitest'
import { scopeOf } from '#db/scope.ts'
import { withTenants } from '#db/pools.ts'
import { draftOfFile, inForceFrom } from '#features/content/draft-of-file.ts'
import { readContent } from '#features/content/files/read-content.ts'
import {
  writeContentFile,
  writeContentJson,
} from '#features/content/files/write-content-workbook.ts'
import { exportContentSet } from '#features/content/read-draft.ts'
import { importContentSet } from '#features/content/sets/import-content-set.ts'
import { otherChanges } from '#features/content/sets/other-changes.ts'
import { aTenant } from '#testing/factories.ts'
import { leavesOf } from '#testing/leaves-of.ts'
import { testApp } from '#testing/test-app.ts'
import sample from './sample-set.json' with { type: 'json' }

const t = await testApp({ works: false })
const SAMPLE = ContentSetFile.parse(sample)

/** Where the comparison of editions shows a change of each field. A new field needs a line. */
const SHOWN_AMONG = {
  format: 'nothing',
  title: 'other changes',
  description: 'other changes',
  language: 'other changes',
  source: 'other changes',
  licence: 'other changes',
  introduction: 'other changes',
  scale: 'other changes',
  scoreFrom: 'other changes',
  notApplicableCounts: 'other changes',
  'groups.key': 'other changes',
  'groups.label': 'other changes',
  'groups.description': 'other changes',
  'groups.kind': 'other changes',
  'groups.order': 'other changes',
  // Each statement that takes them has them.
  'responses.key': 'statements',
  'responses.label': 'statements',
  'responses.description': 'statements',
  'responses.value': 'statements',
  'responses.action': 'statements',
  'responses.effort': 'statements',
  'responses.benefit': 'statements',
  'responses.asksForEvidence': 'statements',
  'responses.asksForNote': 'statements',
  'certificationBands.label': 'other changes',
  'certificationBands.minOverall': 'other changes',
  'certificationBands.minElement': 'other changes',
  'certificationBands.minStatement': 'other changes',
  'certificationBands.of': 'other changes',
  'certificationBands.minElementBand': 'other changes',
  'elementBands.label': 'other changes',
  'elementBands.minOverall': 'other changes',
  'elementBands.minStatement': 'other changes',
  'elementBands.of': 'other changes',
  'elements.key': 'statements',
  'elements.title': 'other changes',
  'elements.description': 'other changes',
  'elements.group': 'other changes',
  'elements.path': 'other changes',
  'elements.required': 'other changes',
  'elements.weight': 'other changes',
  'elements.reportBands.from': 'other changes',
  'elements.reportBands.to': 'other changes',
  'elements.reportBands.title': 'other changes',
  'elements.reportBands.text': 'other changes',
  'elements.statements.key': 'statements',
  'elements.statements.text': 'statements',
  'elements.statements.guidance': 'statements',
  'elements.statements.shortTitle': 'statements',
  'elements.statements.weight': 'statements',
  'elements.statements.allowsNotApplicable': 'statements',
  'elements.statements.asksForEvidence': 'statements',
  'elements.statements.asksForNote': 'statements',
  'elements.statements.evidenceExample': 'statements',
  'elements.statements.groups': 'statements',
  'elements.statements.isKey': 'statements',
  'elements.statements.responses.key': 'statements',
  'elements.statements.responses.label': 'statements',
  'elements.statements.responses.description': 'statements',
  'elements.statements.responses.value': 'statements',
  'elements.statements.responses.action': 'statements',
  'elements.statements.responses.effort': 'statements',
  'elements.statements.responses.benefit': 'statements',
  'elements.statements.responses.asksForEvidence': 'statements',
  'elements.statements.responses.asksForNote': 'statements',
}

test('the comparison of editions has a decision for every field of the format', () => {
  expect(Object.keys(SHOWN_AMONG).toSorted()).toEqual(leavesOf(ContentSetFile).toSorted())
})

test.each(Object.entries(SHOWN_AMONG))('a change of %s is among %s', (path, among) => {
  const after = structuredClone(SAMPLE)
  const [part, field] = firstWith(after, path.split('.'))
  part[field] = changed(part[field])
  const { added, removed, changed: different, moved } = compareEditions(SAMPLE, after)
  const inForce = inForceFrom(2026)
  const others = otherChanges(draftOfFile(SAMPLE, inForce), draftOfFile(after, inForce))
  const places = [
    ...(added.length + removed.length + different.length + moved.length > 0 ? ['statements'] : []),
    ...(others.length > 0 ? ['other changes'] : []),
    'nothing',
  ]
  expect(places[0]).toBe(among)
})

test.each(['published', 'draft'])(
  'a %s set has every field byte for byte in its JSON, its workbook and what is imported from it',
  async (kind) => {
    const tenant = await aTenant(t.db)
    const scope = scopeOf(tenant.id)
    const options = { isPublished: kind === 'published', yearFrom: 2026 }
    const stored = (file: ContentSetFile) =>
      withTenants(t.app.pools, [tenant.id], async (db) =>
        exportContentSet(db, scope, await importContentSet(db, scope, file, options)),
      )
    const json = writeContentJson(SAMPLE)
    const once = await stored(SAMPLE)
    expect(writeContentJson(once)).toBe(json)
    const read = await readContent(await writeContentFile('xlsx', once))
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    expect(writeContentJson(await stored(read.set))).toBe(json)
  },
)

/** The first part of a set that has the field, and the field's name. */
function firstWith(
  part: unknown,
  [step = '', ...rest]: string[],
): [Record<string, unknown>, string] {
  const fields = part as Record<string, unknown>
  if (rest.length === 0) return [fields, step]
  const list = fields[step] as unknown[]
  const found = (list ?? []).flatMap((one) => {
    const [inner, field] = firstWith(one, rest)
    return inner[field] === undefined ? [] : [[inner, field] as [Record<string, unknown>, string]]
  })
  return found[0] ?? [{}, step]
}

function changed(value: unknown) {
  if (Array.isArray(value)) return [...value, 'more']
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${String(value)} more`
}
