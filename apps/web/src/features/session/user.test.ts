import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { hasSession, isSessionExpired, startSession } from '#core/session.ts'
import { useToast } from '#core/toast.ts'
import { findUser, userQuery } from './user.ts'

let answer: unknown
let requests = 0

beforeEach(() => {
  requests = 0
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'acme.localhost', port: '' })
  vi.stubGlobal('fetch', async () => {
    requests += 1
    return Response.json(answer)
  })
})

afterEach(() => {
  useToast.setState({ toast: null })
  vi.unstubAllGlobals()
})

test.each([{ user: null }, {}, { user: { name: 'Ada' } }])(
  'the answer %j voids the token once, without an expired session',
  async (given) => {
    answer = given
    startSession('token')
    expect(await findUser(new QueryClient())).toBeNull()
    expect([hasSession(), isSessionExpired(), requests]).toEqual([false, false, 1])
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
