import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { GLOBAL_TABLES, readTables } from 'api/testing/catalogue'
import { changesOf, rowVersionReader } from 'api/testing/row-versions'
import { operations, urlOf } from 'api/testing/operations'
import { openAsOwner } from 'api/testing/owner'
import { aSmallOrganisation } from './organisations.ts'
import { type Person, addressOf, enter, expect, test } from './fixtures.ts'

// Organisations are sub-domains of one site, so SameSite does not keep them apart. Whoever runs
// scripts on one of them has these means; the victim is signed in at another in the same browser.
type Victim = { tenantId: number; person: Person; host: string }

let hostile: Server
let port: number
let victim: Victim
let read: () => Promise<Map<string, string>>
let close: () => Promise<unknown>

test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ db }) => {
  hostile = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Hostile</title>')
  }).listen(0, '127.0.0.1')
  await once(hostile, 'listening')
  const address = hostile.address()
  port = typeof address === 'object' && address ? address.port : 0
  const { tenant, user } = await aSmallOrganisation(db)
  victim = { tenantId: tenant.id, person: user, host: tenant.host }
  const opened = await openAsOwner(
    await readFile(join(process.env.E2E_DATA_DIR ?? '', 'database-url'), 'utf8'),
  )
  const tables = await readTables(opened.owner)
  const ofTenants = tables.filter(({ name }) => !GLOBAL_TABLES.includes(name))
  read = rowVersionReader(opened.owner, ofTenants)
  close = opened.close
})
test.afterAll(async () => {
  await close()
  hostile.close()
})

// Browsers take every name below `localhost` for a site of its own; this one is one site with its victim, as siblings
// below a real domain are.
const PLACE = 'evil.the-victim'

// Scripts with `url`, the victim's, and `body`, as JSON.
const MEANS: Record<string, string> = {
  'JSON, with cookies': `fetch(url, { method: 'POST', credentials: 'include', body, headers: { 'content-type': 'application/json' } })`,
  'JSON called plain text': `fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body, headers: { 'content-type': 'text/plain' } })`,
  'JSON without a type': `fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: new Blob([body]) })`,
  'a guessed XSRF header': `fetch(url, { method: 'POST', credentials: 'include', body, headers: { 'x-xsrf-token': 'x' } })`,
  'a form by script': `fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams(JSON.parse(body)) })`,
  'a beacon': `navigator.sendBeacon(url, body)`,
  'an XMLHttpRequest': `new Promise((done) => { const call = new XMLHttpRequest(); call.open('POST', url); call.withCredentials = true; call.onloadend = done; call.send(body) })`,
}
/** How many of them a browser sends without asking first. */
const SIMPLE = 5
// What a cookie alone is enough for, or changes who one is.
const TARGETS = ['/api/logout', '/api/refresh-token', '/api/login', '/api/user/password']

test.describe('a page of a sibling', () => {
  test('posts nothing to another organisation by script', async ({ page }) => {
    await enter(page, victim.person, '/cookies-policy')
    const before = await rows()
    const answers = await openHostile(page)
    for (const target of TARGETS) {
      for (const means of Object.values(MEANS)) await run(page, means, target)
    }
    await expect.poll(() => posted(answers).length).toBe(TARGETS.length * SIMPLE)
    expect(new Set(posted(answers))).toEqual(new Set([403]))
    // The others ask first, and are not allowed to.
    const asked = answers.filter(({ method }) => method === 'OPTIONS')
    expect(asked).toHaveLength(TARGETS.length * (Object.keys(MEANS).length - SIMPLE))
    for (const { allowed } of asked) expect(allowed).toBeUndefined()
    expect(changesOf(before, await rows())).toEqual([])
    await expectSignedIn(page)
  })

  test('reads nothing there, and nothing that it fetches changes anything', async ({ page }) => {
    await enter(page, victim.person, '/cookies-policy')
    const before = await rows()
    const answers = await openHostile(page)
    const read = `fetch(url, { credentials: 'include' }).then((answer) => answer.text())`
    expect(await run(page, read, '/api/tenant')).toBe('TypeError: Failed to fetch')
    const urls = operations
      .filter(({ endpoint }) => endpoint.method === 'GET')
      .map(({ endpoint }) => urlOf(endpoint, { id: 1, elementId: 1, domain: 'x.example' }))
    for (const url of urls)
      await run(page, `fetch(url, { mode: 'no-cors', credentials: 'include' })`, url)
    await expect.poll(() => answers.length).toBeGreaterThanOrEqual(urls.length)
    expect(urls.length).toBeGreaterThan(20)
    // A sign-in that was refused is recorded, and nothing else.
    const changes = changesOf(before, await rows())
    expect(changes.filter((name) => !name.endsWith('/audit_events'))).toEqual([])
    await expectSignedIn(page)
  })

  test('frames none of its pages', async ({ page, problems }) => {
    await enter(page, victim.person, '/cookies-policy')
    await openHostile(page)
    for (const path of ['/', '/login', '/settings', '/auth/sso/process-signin', '/api/tenant']) {
      await page.evaluate(`new Promise((done) => {
          const frame = document.createElement('iframe')
          frame.onload = done
          frame.src = ${JSON.stringify(addressOf(victim.host, path))}
          document.body.replaceChildren(frame)
        })`)
      const [frame] = page.frames().slice(1)
      expect(frame?.url()).toMatch(/^(chrome-error:.*)?$/)
    }
    // The browser says each time whose policy it was; the fixture wants none at the end.
    await expect.poll(() => problems.length).toBe(5)
    for (const problem of problems.splice(0)) expect(problem).toContain("frame-ancestors 'none'")
  })
})

type Answered = { method: string; status: number; allowed: string | undefined }

/** Opens the hostile page in the victim's browser; answers what its calls come to, also those that it may not see. */
async function openHostile(page: Page): Promise<Answered[]> {
  await page.goto(`http://${PLACE.replace('the-victim', victim.host)}:${port}/`)
  const answers: Answered[] = []
  const methods = new Map<string, string>()
  const early = new Map<string, Omit<Answered, 'method'>[]>()
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).hostname !== victim.host) return
    methods.set(requestId, request.method)
    for (const answer of early.get(requestId) ?? [])
      answers.push({ method: request.method, ...answer })
    early.delete(requestId)
  })
  // It comes from another process of the browser than the request does, so that either may be first.
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    const answer = { status: statusCode, allowed: headers['access-control-allow-origin'] }
    const method = methods.get(requestId)
    if (method) answers.push({ method, ...answer })
    else early.set(requestId, [...(early.get(requestId) ?? []), answer])
  })
  await network.send('Network.enable')
  return answers
}

async function run(page: Page, script: string, target: string): Promise<unknown> {
  return await page.evaluate(`(async () => {
    const url = ${JSON.stringify(addressOf(victim.host, target))}
    const body = ${JSON.stringify(BODY)}
    try { return await ${script}.then?.(String) } catch (error) { return String(error) }
  })()`)
}

// Fits none of them and all: what is refused is refused before it is read.
const BODY = JSON.stringify({ email: 'hostile@example.org', password: 'hostile hostile 1' })

function posted(answers: Answered[]): number[] {
  return answers.filter(({ method }) => method === 'POST').map(({ status }) => status)
}

/** The victim's organisation, by table. */
async function rows() {
  const own = [...(await read())].filter(([name]) => name.startsWith(`${victim.tenantId}/`))
  return new Map(own)
}

async function expectSignedIn(page: Page) {
  await page.goto(addressOf(victim.host, '/settings'))
  await expect(page.getByText(victim.person.email).first()).toBeVisible()
}
