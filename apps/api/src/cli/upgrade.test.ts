import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrationNames } from '#db/migrate.ts'
import { DEMO_PASSWORD } from '#demo/load-demo.ts'
import { aBrowser } from '#testing/browser.ts'
import type { Client } from '#testing/client.ts'
import { copyDatabase } from '#testing/database.ts'
import { demoUser } from '#testing/demo-user.ts'
import { TEST_SECRET } from '#testing/names.ts'
import { openAsOwner, shareRoles } from '#testing/owner.ts'
import { type TestApp, startTestApp } from '#testing/test-app.ts'
import { waymark } from './waymark.ts'

// A backup of the demo for each release. Its restore applies the migrations of that release, loads its rows, and then
// applies the later migrations, which is what an upgrade does.
const RELEASES = resolve(import.meta.dirname, '../testing/releases')
const NAMES = readdirSync(RELEASES).map((file) => file.replace('.tar.gz', ''))
/** When the backups were made, so that nothing in them has expired. */
const THEN = new Date('2026-11-26T12:00:00Z')

const TITLE = 'Operational Resilience Framework'

describe.each(NAMES)('data of release %s', (release) => {
  const name = `upgraded_${randomUUID().replaceAll('-', '')}`
  let node: TestApp
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'waymark-upgrade-'))
    closers.push(() => rm(folder, { recursive: true }))
    const other = await copyDatabase()
    closers.push(other.close)
    const admin = new pg.Client(inject('adminUrl'))
    await admin.connect()
    closers.push(() => admin.end())
    await admin.query(`create database ${name}`)
    const DATABASE_URL = new URL(`/${name}`, other.ownerUrl).href
    await shareRoles(other.ownerUrl, DATABASE_URL)
    const variables = { DATABASE_URL, WAYMARK_SECRET: TEST_SECRET, DATA_DIR: folder }
    await waymark(['restore', join(RELEASES, `${release}.tar.gz`), '--mails', 'discard'], variables)
    const { owner, db, close } = await openAsOwner(DATABASE_URL)
    closers.push(close)
    const besides = { ownerUrl: DATABASE_URL, owner, db }
    node = await startTestApp({ works: false, besides, env: { DATA_DIR: folder } })
    node.clock.now = () => THEN
    closers.push(node.close)
  })
  afterAll(async () => {
    for (const close of closers.toReversed()) await close()
  })

  const get = async (client: Client, path: string) => {
    const { status, body } = await client.get(path)
    expect(status, path).toBe(200)
    return body
  }
  const as = async (email: string) => node.as(await demoUser(node.db, email))

  test('has all migrations', async () => {
    const rows = await node.sql<{ name: string }>`select name from migrations order by name`
    expect(rows.map((row) => row.name)).toEqual(await migrationNames())
  })

  test('lets respondents sign in, and open their overview, certificate, report and files', async () => {
    const browser = aBrowser(node.call, 'northfield.localhost')
    const signedIn = await browser.signIn('resilience.lead@example.org', DEMO_PASSWORD)
    expect(signedIn.statusCode).toBe(200)
    const lead = await as('resilience.lead@example.org')
    expect(await get(lead, '/overview')).toMatchObject({ content_set: { title: TITLE } })
    expect(await get(lead, '/certifications')).toMatchObject({
      rows: [{ title: TITLE, year: 2025, status: 'valid' }],
    })
    const manager = await as('continuity.manager@example.org')
    const { reports } = (await get(manager, '/reports')) as { reports: { id: number }[] }
    expect(await get(manager, `/reports/${reports[0]?.id}`)).toMatchObject({
      versions: [{ title: 'Action report 2026' }],
    })
    const files = await node.sql<{ id: number; email: string; size: number }>`
      select a.id, u.email, a.size from attachments a join users u on u.tenant_id = a.tenant_id and u.id = a.uploaded_by`
    for (const { id, email, size } of files) {
      const { status, bytes } = await (await as(email)).get(`/attachments/${id}/content`)
      expect([status, bytes.length]).toEqual([200, size])
    }
  })

  test.each([
    ['northfield.admin@example.org', ['/users', '/audit', '/participation', '/dashboard']],
    ['platform.admin@example.org', ['/customers', '/users', '/audit', '/content-sets', '/system']],
    ['assurance.auditor@example.org', ['/reviews', '/dashboard']],
  ])('lets %s open the lists', async (email, paths) => {
    const client = await as(email)
    for (const path of paths) await get(client, path)
  })
})
