import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeContentJson } from 'api/features/content/files/write-content-json'
import { settledExport, startedExport } from 'api/testing/exported'
import { aContentSet, aTenant, aUser } from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { type TestApp, startTestApp } from 'api/testing/test-app'
import { type ApiNode, makeApiNode } from './api-node.ts'

let t: TestApp
let node: ApiNode
beforeAll(async () => {
  t = await startTestApp({ works: false })
  node = await makeApiNode(t.ownerUrl)
}, 120_000)
afterAll(async () => {
  await node.kill()
  await t.close()
})

test('killed while it makes a large set’s file, a node makes it when it is back: the file is there once', async () => {
  const tenant = await aTenant(t.db)
  const admin = await aUser(t.db, { tenant, roles: ['admin'] })
  const file = longSet({ elements: 300, statements: 2, responses: 4 })
  const setId = await aContentSet(t.db, { tenant, file })
  const asked = await startedExport(t, admin, setId)
  const statuses = async () =>
    (await t.owner.query<{ status: string }>('select status from content_exports')).rows
  // The file is made, and cannot be written down.
  await t.owner.query('begin')
  await t.owner.query('lock table content_exports in share mode')
  await node.start()
  await expect.poll(isWriting, { timeout: 60_000 }).toBe(true)
  await node.kill()
  await t.owner.query('rollback')
  expect(await statuses()).toEqual([{ status: 'making' }])
  await node.start()
  await settledExport(t, admin, asked.id)
  expect(await statuses()).toEqual([{ status: 'ready' }])
  const { text } = await t.as(admin).get(`/content-exports/${asked.id}/file`)
  expect(text).toBe(writeContentJson(file))
}, 240_000)

/** Somebody waits to change an export. */
async function isWriting() {
  const { rows } = await t.owner.query<{ waits: boolean }>(
    `select exists (select from pg_locks where relation = 'content_exports'::regclass and not granted) as waits`,
  )
  return rows[0]?.waits ?? false
}
