import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Attachment, PIECE_BYTES } from 'contract/attachments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendPiece } from '#testing/attached.ts'
import { aContentSet, aTenant, aUser } from '#testing/factories.ts'
import { aRespondent, aTinySet } from '#testing/respondent.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ works: false })
})
afterAll(() => t.close())

const BEFORE = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2 * PIECE_BYTES)])
const AFTER = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2 * PIECE_BYTES)])
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('an upload of two versions of a file is not kept, and one of a single version is', async () => {
  const tenant = await aTenant(t.db)
  await aContentSet(t.db, { tenant, file: aTinySet() })
  const anna = aRespondent(t, await aUser(t.db, { tenant }))
  const id = await anna.open()
  const elementId = (await anna.overview()).elements[0]?.id ?? 0
  const [statement] = (await anna.quiz(id, elementId)).statements
  const send = async (first: Buffer, rest: Buffer) => {
    const wish = {
      key: randomUUID(),
      statement_id: statement?.id,
      name: 'a.pdf',
      size: rest.length,
    }
    const begun = await anna.caller.post(`/assessments/${id}/attachments`, wish)
    const { id: file } = begun.body as Attachment
    for (let offset = 0; offset < rest.length; offset += PIECE_BYTES) {
      const version = offset === 0 ? first : rest
      await sendPiece(anna.caller, file, offset, version.subarray(offset, offset + PIECE_BYTES))
    }
    return (sha256: string) =>
      anna.caller.post(`/attachments/${file}/completion`, undefined, { query: { sha256 } })
  }

  const finishStitched = await send(BEFORE, AFTER)
  expect((await finishStitched('no digest')).code).toBe('invalid-input')
  expect(await finishStitched(digest(AFTER))).toMatchObject({ status: 409, code: 'conflict' })
  expect((await anna.quiz(id, elementId)).attachments).toEqual([])

  const finishWhole = await send(AFTER, AFTER)
  expect((await finishWhole(digest(AFTER))).body).toMatchObject({ status: 'clean' })
  expect((await anna.quiz(id, elementId)).attachments).toHaveLength(1)
})
