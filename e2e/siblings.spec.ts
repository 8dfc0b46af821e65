import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { addressOf, enter, expect, test } from './fixtures.ts'
import { aSmallOrganisation } from './organisations.ts'

// Organisations are sub-domains of one site, so SameSite does not separate them. A page of a sibling has these
// means against a user who is signed in at another organisation in the same browser.
const MEANS: Record<string, string> = {
  'JSON, with cookies': `fetch(url, { method: 'POST', credentials: 'include', body, headers: { 'content-type': 'application/json' } })`,
  'a guessed XSRF header': `fetch(url, { method: 'POST', credentials: 'include', body, headers: { 'x-xsrf-token': 'x' } })`,
  'JSON called plain text': `fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body, headers: { 'content-type': 'text/plain' } })`,
  'JSON without a type': `fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: new Blob([body]) })`,
  'a form by script': `fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams(JSON.parse(body)) })`,
  'a beacon': `navigator.sendBeacon(url, body)`,
  'an XMLHttpRequest': `new Promise((done) => { const call = new XMLHttpRequest(); call.open('POST', url); call.withCredentials = true; call.onloadend = done; call.send(body) })`,
}
/** Means that a browser uses only after a preflight request. */
const PREFLIGHTED = 2
// Endpoints for which a cookie is enough, or which change the identity.
const TARGETS = ['/api/logout', '/api/refresh-token', '/api/login', '/api/user/password']
const BODY = JSON.stringify({ email: 'hostile@example.org', password: 'hostile hostile 1' })

let hostile: Server

test.beforeAll(async () => {
  hostile = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Hostile</title>')
  }).listen(0, '127.0.0.1')
  await once(hostile, 'listening')
})
test.afterAll(() => void hostile.close())

test('a sibling’s page can’t reach another organisation', async ({ page, db, problems }) => {
  const { user } = await aSmallOrganisation(db)
  await enter(page, user, '/cookies-policy')
  const address = hostile.address()
  const port = typeof address === 'object' && address ? address.port : 0
  // Browsers take each name below localhost for a separate site, but this one and the user's for one.
  await page.goto(`http://evil.${user.host}:${port}/`)
  const answers = await listen(page, user.host)
  const run = (script: string, path: string) =>
    page.evaluate(`(async () => {
      const url = ${JSON.stringify(addressOf(user.host, path))}
      const body = ${JSON.stringify(BODY)}
      try { return await ${script}.then?.(String) } catch (error) { return String(error) }
    })()`)

  for (const target of TARGETS) for (const script of Object.values(MEANS)) await run(script, target)
  const sent = TARGETS.length * Object.keys(MEANS).length
  await expect.poll(() => answers.length).toBe(sent)
  const statusOf = (method: string) =>
    answers.filter((answer) => answer.method === method).map(({ status }) => status)
  expect(new Set(statusOf('POST'))).toEqual(new Set([403]))
  expect(statusOf('OPTIONS')).toHaveLength(TARGETS.length * PREFLIGHTED)
  for (const { allowed } of answers) expect(allowed).toBeUndefined()

  const read = `fetch(url, { credentials: 'include' }).then((answer) => answer.text())`
  expect(await run(read, '/api/tenant')).toBe('TypeError: Failed to fetch')

  for (const path of ['/', '/login', '/settings', '/auth/sso/process-signin', '/api/tenant']) {
    await page.evaluate(`new Promise((done) => {
      const frame = document.createElement('iframe')
      frame.onload = done
      frame.src = ${JSON.stringify(addressOf(user.host, path))}
      document.body.replaceChildren(frame)
    })`)
    const [frame] = page.frames().slice(1)
    expect(frame?.url()).toMatch(/^(chrome-error:.*)?$/)
  }
  const framing = () => problems.filter((problem) => problem.includes("frame-ancestors 'none'"))
  await expect.poll(() => framing().length).toBe(5)
  expect(problems.splice(0)).toHaveLength(5)

  await page.goto(addressOf(user.host, '/settings'))
  await expect(page.getByText(user.email).first(), 'still signed in').toBeVisible()
})

type Answered = { method: string; status: number; allowed: string | undefined }

/** Collects the answers of a host, also those that the page may not see. */
async function listen(page: Page, host: string): Promise<Answered[]> {
  const answers: Answered[] = []
  const methods = new Map<string, string>()
  const early = new Map<string, Omit<Answered, 'method'>[]>()
  const network = await page.context().newCDPSession(page)
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (new URL(request.url).hostname !== host) return
    methods.set(requestId, request.method)
    for (const answer of early.get(requestId) ?? [])
      answers.push({ method: request.method, ...answer })
    early.delete(requestId)
  })
  // Another process of the browser reports it, so either event may be first.
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    const answer = { status: statusCode, allowed: headers['access-control-allow-origin'] }
    const method = methods.get(requestId)
    if (method) answers.push({ method, ...answer })
    else early.set(requestId, [...(early.get(requestId) ?? []), answer])
  })
  await network.send('Network.enable')
  return answers
}
