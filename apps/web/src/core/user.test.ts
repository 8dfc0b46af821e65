import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { hasSession, isSessionExpired, startSession } from '#core/session.ts'
import { useToast } from '#core/toast.ts'
import { findUser, userQuery } from './user.ts'

let answer: unknown
let requests = 0
let status = 200

beforeEach(() => {
  requests = 0
  status = 200
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'acme.localhost', port: '' })
  vi.stubGlobal('fetch', async () => {
    requests += 1
    if (status === 0) throw new TypeError('No line.')
    return Response.json(answer, { status })
  })
})

afterEach(() => {
  useToast.setState({ toast: null })
  vi.unstubAllGlobals()
})

test.each([{ user: null }, {}, { user: { name: 'Ada' } }])(
  'the answer %j voids the token once, as an expired session',
  async (given) => {
    answer = given
    startSession('token')
    expect(await findUser(new QueryClient())).toBeNull()
    expect([hasSession(), isSessionExpired(), requests]).toEqual([false, true, 1])
    expect(useToast.getState().toast).toMatchObject({
      variant: 'destructive',
      title: 'Authentication failed',
      description: 'Please login again',
    })
  },
)

test('a later answer without a user leaves the page its last user until it is left', async () => {
  const client = new QueryClient()
  answer = { user: { id: 1, name: 'Ada', expired: false } }
  startSession('token')
  expect(await findUser(client)).toMatchObject({ id: 1 })
  answer = { user: null }
  await client.refetchQueries({ queryKey: userQuery.queryKey })
  expect(hasSession()).toBe(false)
  expect(client.getQueryData(userQuery.queryKey)?.user).toMatchObject({ id: 1 })
})

const failing = (given: number) => {
  status = given
  answer = null
  startSession('token')
  return findUser(new QueryClient({ defaultOptions: { queries: { retry: false } } }))
}

test.each([0, 429, 500, 502, 503])(
  'a page that opens while the server answers %i fails without ending the session',
  async (given) => {
    await expect(failing(given)).rejects.toMatchObject({ status: given })
    expect([hasSession(), isSessionExpired()]).toEqual([true, false])
  },
)

test('a page that opens in a refused session leads to the sign-in', async () => {
  expect(await failing(404)).toBeNull()
  expect([hasSession(), isSessionExpired()]).toEqual([false, true])
})
