import type { Attachment } from 'contract/attachments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { upload } from '#testing/attached.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { hostileFiles } from '#testing/hostile-files.ts'
import { type Respondent, aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

const files = await hostileFiles()

let t: TestApp
let anna: Respondent
let id: number
let statementId: number
beforeAll(async () => {
  t = await startTestApp({ works: false })
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  anna = aRespondent(t, await aUser(t.db, { tenant }))
  id = await anna.open()
  const elementId = (await anna.overview()).elements[0]?.id ?? 0
  statementId = (await anna.quiz(id, elementId)).statements[0]?.id ?? 0
})
afterAll(() => t.close())

test('there are 60 hostile files and more', () => {
  expect(files.length).toBeGreaterThanOrEqual(60)
})

const refusals = files.filter(({ becomes }) => !becomes).map((file) => [file.about, file] as const)
test.each(refusals)('%s is refused, and no row stays', async (_, file) => {
  expect(await upload(anna, id, statementId, file)).toMatchObject({
    status: 415,
    code: 'unsupported-media-type',
  })
  const { rows } = await t.owner.query('select from attachments')
  expect(rows).toEqual([])
})

const SHOWN = /^image\/(png|jpeg|webp)$/

const accepted = files.flatMap((file) => (file.becomes ? [[file.about, file] as const] : []))
test.each(accepted)(
  '%s is taken for what it is, and handed out as nothing else',
  async (_, file) => {
    const { body } = await upload(anna, id, statementId, file)
    const { id: attachment, name, media_type: type } = body as Attachment
    expect({ name, type }).toEqual(file.becomes)
    const answer = await anna.caller.get(`/attachments/${attachment}/content`)
    expect(answer.bytes.equals(file.bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': file.becomes?.type,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox; /)
    const way = SHOWN.test(file.becomes?.type ?? '') ? 'inline' : 'attachment'
    expect(answer.headers['content-disposition']).toMatch(new RegExp(`^${way}; filename`))
    await t.owner.query('delete from attachments')
  },
)
