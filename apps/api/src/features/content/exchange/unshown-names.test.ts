import { ContentImport } from 'contract/content-imports'
import { expect, test } from 'vitest'
import { aTenant, aUser } from '#testing/factories.ts'
import { rawWorkbook, smallSheets } from '#testing/sheet-xml.ts'
import { testApp } from '#testing/test-app.ts'

const t = await testApp()
const admin = await aUser(t.db, { tenant: await aTenant(t.db), roles: ['admin'] })

async function started(bytes: string | Uint8Array) {
  const file = Buffer.from(bytes).toString('base64')
  const { body } = await t.as(admin).post('/content-imports', { name: 'a set', file })
  return ContentImport.parse(body)
}

/** Names of parts can't be stored as they are, and texts of faults quote them. */
test('a file whose names have characters that no one sees is read or has faults', async () => {
  const name = 'a&#0;b'
  const further = await rawWorkbook({
    sheets: [...smallSheets(), { name, rows: [] }],
  })
  expect((await started(further)).preview).toMatchObject({
    ignored_sheets: ['ab'],
  })
  const [first, ...rest] = smallSheets()
  const titled = { name: first?.name ?? '', rows: [['field', 'value', 'x_x0000_']] }
  const columns = await rawWorkbook({ sheets: [titled, ...rest] })
  expect(await started(columns)).toMatchObject({
    status: 'faulty',
    faults: [{ message: expect.stringContaining('The column “x” isn’t allowed') }],
  })
  for (const field of ['\\u0000', '\\ud800', '\\u202e'])
    expect(await started(`{"${field}a":1,"${field}a":2}`)).toMatchObject({
      status: 'faulty',
      faults: expect.arrayContaining([{ place: 'a', message: expect.stringMatching(/^a /) }]),
    })
})
