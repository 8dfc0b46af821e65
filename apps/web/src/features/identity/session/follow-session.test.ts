import { QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
} from '@tanstack/react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#core/api.ts'
import { MemoryStorage } from '#core/memory-storage.ts'
import { startSession, type SessionChange } from '#core/session.ts'
import { followSession } from './follow-session.ts'
import { userQuery } from '#core/user.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  // The router thinks it is in a browser.
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('window', { origin: 'http://acme.localhost' })
  vi.stubGlobal('self', {})
})

/** A page that is shown with data of its user; `seen` says which data each later page has found. */
async function shown(path: string) {
  const client = new QueryClient()
  const own = userQuery.queryKey
  const seen: string[] = []
  const root = createRootRoute({
    beforeLoad: ({ location }) =>
      void seen.push(`${location.href} ${client.getQueryData(own) ? 'with' : 'without'} data`),
  })
  const area = createRoute({ getParentRoute: () => root, id: '_private' })
  const page = (path: string) => createRoute({ getParentRoute: () => area, path })
  const login = createRoute({ getParentRoute: () => root, path: '/login' })
  const router = createRouter({
    routeTree: root.addChildren([area.addChildren([page('/'), page('/settings')]), login]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  router.history.subscribe(() => void router.load())
  await router.load()
  for (const queryKey of [own, api.tenants.current.key, api.sys.get.key])
    client.setQueryData(queryKey, { user: { id: 1 } })
  seen.length = 0
  const follow = async (change: SessionChange) => {
    await followSession(router, client, change)
    await vi.waitUntil(() => router.state.status === 'idle')
    return seen
  }
  const kept = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey)
  return { follow, kept, client }
}

const OPEN = [api.tenants.current.key, api.sys.get.key]

test('an ended session leads from its page to the sign-in, which leads back, and is forgotten', async () => {
  const page = await shown('/settings')
  expect(await page.follow('expired')).toEqual(['/login?redirect=%2Fsettings with data'])
  expect(page.kept()).toEqual(OPEN)
})

test.for([
  ['expired', '/'],
  ['signed-out', '/settings'],
] as const)('after "%s" at %s the sign-in leads to the first page', async ([change, path]) => {
  const page = await shown(path)
  expect(await page.follow(change)).toEqual(['/login with data'])
  expect(page.kept()).toEqual(OPEN)
})

test('if another user has signed in by then, no page finds the data of the earlier one', async () => {
  const page = await shown('/settings')
  startSession('of another user')
  expect(await page.follow('signed-out')).toEqual(['/login without data'])
})

test('a page for everyone stays, without the data of the ended session', async () => {
  const page = await shown('/login')
  expect(await page.follow('signed-out')).toEqual(['/login without data'])
  expect(page.kept()).toEqual(OPEN)
})

test('a new session changes nothing on the page', async () => {
  const page = await shown('/settings')
  page.client.getMutationCache().build(page.client, {})
  expect(await page.follow('signed-in')).toEqual([])
  expect(page.kept()).toHaveLength(3)
  expect(page.client.getMutationCache().getAll()).toHaveLength(1)
  await page.follow('signed-out')
  expect(page.client.getMutationCache().getAll()).toEqual([])
})
