import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { isOffline } from './api-error.ts'
import { MemoryStorage } from './memory-storage.ts'
import { localKeys } from './storage-keys.ts'
import {
  endSession,
  followOtherTabs,
  startSession,
  hasSession,
  isSessionExpired,
  onSessionChange,
  refresh,
} from './session.ts'

const CODES: Record<number, string> = {
  401: 'signed-out',
  429: 'too-many-requests',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
}

// The browser APIs that the session uses are stubs. The server is real.
const server = createServer(answer)
let requests: string[] = []
let valid = 'new'
let refreshStatus = 200
let sent: string | undefined
let isCut = false

beforeEach(async () => {
  requests = []
  sent = undefined
  isCut = false
  valid = 'new'
  refreshStatus = 200
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const realFetch = globalThis.fetch
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=abc' })
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'acme.localhost', port: '' })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${new URL(url, 'http://acme.localhost').pathname}`, init),
  )
})

afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('ten calls refused in parallel cause one refresh and all succeed', async () => {
  startSession('old')
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.account.me.call({})))
  expect(answers.map(({ user }) => user.name)).toEqual(Array(10).fill('Ada'))
  expect(requests.filter((path) => path === '/api/refresh-token')).toHaveLength(1)
})

test.each([
  ['a success', 'new'],
  ['a refusal', 'another'],
])('%s that arrives after the session has ended never reaches the page', async (_, accepted) => {
  startSession('new')
  valid = accepted
  let isSettled = false
  const save = Promise.resolve(
    api.account.updateProfile.mutation().mutationFn({ body: { name: 'A' } }),
  )
  void save.catch(() => undefined).then(() => (isSettled = true))
  endSession('signed-out')
  await api.account.me.call({}).catch(() => undefined)
  await new Promise((resolve) => setTimeout(resolve))
  expect(isSettled).toBe(false)
})

test('a save in a live session is answered', async () => {
  startSession('new')
  const save = api.account.updateProfile.mutation().mutationFn
  expect(await save({ body: { name: 'A' } })).toMatchObject({ user: { name: 'Ada' } })
})

test('a token that another tab has renewed is used without a refresh', async () => {
  startSession('new')
  expect(await refresh('old')).toBe('new')
  expect(requests).toEqual([])
})

test('a refused refresh ends the session once and sets the flag', async () => {
  const changes: string[] = []
  const stop = onSessionChange((change) => changes.push(change))
  startSession('old')
  refreshStatus = 401
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => api.account.me.call({})))
  stop()
  expect(results.every(({ status }) => status === 'rejected')).toBe(true)
  expect(changes).toEqual(['signed-in', 'expired'])
  expect([hasSession(), isSessionExpired()]).toEqual([false, true])
  expect(requests.filter((path) => path === '/api/refresh-token')).toHaveLength(1)
})

test.each([429, 500, 502, 503])(
  'a refresh answered with %i keeps the session, and the call says why it failed',
  async (status) => {
    startSession('old')
    refreshStatus = status
    await expect(api.account.me.call({})).rejects.toMatchObject({ status })
    expect([hasSession(), isSessionExpired()]).toEqual([true, false])
    refreshStatus = 200
    expect((await api.account.me.call({})).user.name).toBe('Ada')
  },
)

test('a lost connection keeps the session', async () => {
  startSession('old')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  const failure = await api.account.me.call({}).catch((error: unknown) => error)
  expect([isOffline(failure), hasSession()]).toEqual([true, true])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

const TOKEN = localKeys.accessToken

test.each([
  ['a sign-in changes the session', { key: TOKEN, oldValue: null, newValue: 'b' }, ['elsewhere']],
  ['a sign-out changes the session', { key: TOKEN, oldValue: 'a', newValue: null }, ['elsewhere']],
  ['a cleared storage changes the session', { key: null }, ['elsewhere']],
  ['a renewed token is the same session', { key: TOKEN, oldValue: 'a', newValue: 'b' }, []],
  ['another key is no change', { key: 'theme', oldValue: null, newValue: 'dark' }, []],
  ['what only one tab stores is no change', { key: null, storageArea: null }, []],
])('in another tab, %s', (_, event, expected) => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  followOtherTabs()
  const changes: string[] = []
  const stop = onSessionChange((change) => changes.push(change))
  page.dispatchEvent(Object.assign(new Event('storage'), { storageArea: localStorage }, event))
  stop()
  expect(changes).toEqual(expected)
})

test('an incomplete or foreign response counts as a lost connection', async () => {
  startSession('new')
  const readUser = () => api.account.me.call({}).catch((error: unknown) => error)
  isCut = true
  const cut = await readUser()
  isCut = false
  sent = '<h1>Welcome to our guest network</h1>'
  const foreign = await readUser()
  expect([isOffline(cut), isOffline(foreign), hasSession()]).toEqual([true, true, true])
})

test('a refusal after the refresh is passed on without a third attempt', async () => {
  startSession('old')
  valid = 'another'
  await expect(api.account.me.call({})).rejects.toMatchObject({ status: 401, code: 'signed-out' })
  expect(requests).toEqual(['/api/user', '/api/refresh-token', '/api/user'])
})

function answer({ url = '', headers }: IncomingMessage, response: ServerResponse) {
  requests.push(url)
  const isRefresh = url === '/api/refresh-token'
  const isKnown = headers.authorization === `Bearer ${valid}`
  const status = isRefresh ? refreshStatus : isKnown ? 200 : 401
  const refused = { code: CODES[status], message: '', request_id: '1' }
  const body = isRefresh ? { token: 'new' } : { user: { name: 'Ada' } }
  response.writeHead(status, { 'content-type': 'application/json' })
  const text = sent ?? JSON.stringify(status === 200 ? body : refused)
  if (isCut) response.write(text, () => response.destroy())
  else response.end(text)
}

test('where storage takes nothing, signing in and renewing fail with what to do', async () => {
  startSession('old')
  localStorage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  expect(() => startSession('new')).toThrow(/can’t store data for this site. Allow cookies/)
  localStorage.getItem = () => 'old'
  await expect(refresh('old')).rejects.toThrow(/can’t store data for this site/)
})
