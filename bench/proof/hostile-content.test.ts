import { CONTENT_LIMITS } from 'contract/content-limits'
import type { ContentImport } from 'contract/content-imports'
import type { ContentSetFile } from 'contract/content-format'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, test } from 'vitest'
import { withToken } from 'api/testing/client'
import { aTenant, aUser } from 'api/testing/factories'
import { longSet } from 'api/testing/long-set'
import { testApp } from 'api/testing/test-app'
import { aToken } from './stack.ts'
import { type Measured, expectShort, measure, printTable } from './longest-block.ts'

// Content sets of the largest size through the whole server, with its database and jobs.

const t = await testApp()
const tenant = await aTenant(t.db)
const admin = await aUser(t.db, { tenant, roles: ['admin'] })
const headers = { ...withToken(await aToken(t.db, admin)), 'content-type': 'application/json' }
const rows: Measured[] = []
afterAll(() => printTable('content sets', rows))

type Method = 'GET' | 'POST' | 'PUT'

/** Calls without reading the answer as JSON, which would hold up this thread itself. */
async function send(method: Method, path: string, payload?: Buffer) {
  const answer = await t.http.inject({
    method,
    url: `/api${path}`,
    headers: { ...headers, host: tenant.host },
    ...(payload && { payload }),
  })
  if (answer.statusCode >= 300)
    throw new Error(`${method} ${path}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
  return answer
}

async function step(name: string, size: string, work: () => unknown) {
  const row = await measure({ name, size, work })
  rows.push(row)
  return row
}

/** As many parts as allowed, with texts that make a file of the largest size. */
function largestFile(): ContentSetFile {
  const set = longSet({ elements: 2000, statements: 5, responses: 5 })
  const room = CONTENT_LIMITS.unpackedBytes - 1000 - JSON.stringify(set).length
  const more = 'x'.repeat(Math.floor(room / CONTENT_LIMITS.responses))
  for (const { statements } of set.elements)
    for (const { responses } of statements)
      for (const response of responses) response.action = `${response.action}${more}`
  return set
}

async function untilSettled(id: number, open: readonly ContentImport['status'][]) {
  for (;;) {
    const { status } = (await send('GET', `/content-imports/${id}`)).json<ContentImport>()
    if (!open.includes(status)) return status
    await sleep(50)
  }
}

test('the largest content set is imported, checked, saved and exported without holding up others', async () => {
  const json = JSON.stringify(largestFile())
  const megabytes = `${(json.length / 2 ** 20).toFixed(1)} MB`
  const body = Buffer.from(
    JSON.stringify({ name: 'x.json', file: Buffer.from(json).toString('base64') }),
  )
  let id = 0
  await step('import: file received and read', megabytes, async () => {
    id = (await send('POST', '/content-imports', body)).json<ContentImport>().id
    await untilSettled(id, ['reading'])
  })
  expectShort(rows)
})
