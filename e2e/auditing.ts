import type { Page } from '@playwright/test'
import { openFiles } from 'api/adapters/files'
import type { Db } from 'api/db/driver'
import { anAttachment } from 'api/testing/attached'
import { expect } from './fixtures.ts'

type WishOfFile = Omit<Parameters<typeof anAttachment>[1], 'statement'>

/** A file of the first statement of somebody's assessment, in the store of the product that is looked at. */
export async function anEvidence(db: Db, wish: WishOfFile): Promise<void> {
  const files = await openFiles({ DATA_DIR: process.env.E2E_DATA_DIR ?? '', S3_REGION: '' })
  const { id: statement } = await db
    .selectFrom('statements as s')
    .innerJoin('assessments as a', 'a.content_set_id', 's.content_set_id')
    .select('s.id')
    .where('a.id', '=', wish.assessment)
    .where('s.key', '=', 'A1')
    .executeTakeFirstOrThrow()
  await anAttachment({ app: { adapters: { files } }, db }, { ...wish, statement })
}

type Call = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown }

/** A call of somebody who is signed in on this page; its answer. */
export async function callAs(page: Page, call: Call): Promise<unknown> {
  const { status, answer } = await page.evaluate(async ({ method, path, body }) => {
    const xsrf = /__Host-XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        authorization: `Bearer ${localStorage.getItem('pat-app__at__')}`,
        'x-xsrf-token': decodeURIComponent(xsrf),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, answer: (await response.json()) as unknown }
  }, call)
  expect(status, `${call.method} ${call.path}: ${JSON.stringify(answer)}`).toBeLessThan(300)
  return answer
}
