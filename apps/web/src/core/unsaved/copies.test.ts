import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { localKeys } from '#core/storage-keys.ts'
import { createCopy, findCopies, listCopies } from './copies.ts'
import { writeJournal } from './journal.ts'
import { copiesDatabase, deleteCopies, hasCopies } from './sign-out.ts'

const PLACE = 'content-set 5'
const PAGE = { place: PLACE, title: 'Set', path: '/' }
let userId = 0
let page: EventTarget
let stops: (() => void)[]

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  stops = []
  userId += 1
  signIn(userId)
})

afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

test('the copy of a closed window is restored in the next window, which replaces it', async () => {
  const first = await aWindow('Words')
  first.copy.write()
  first.close()
  const second = await aWindow('')
  expect(second.left).toEqual(['Words'])
  second.type('Words and more')
  second.copy.write()
  second.close()
  const third = await aWindow('')
  expect(third.left).toEqual(['Words and more'])
})

test('the copy of an open window is not adopted by another window', async () => {
  const first = await aWindow('Words')
  first.copy.write()
  const second = await aWindow('')
  expect(second.left).toEqual([])
  expect(await listCopies(userId)).toMatchObject([{ isOpen: true }])
})

test('a window that the browser kept in memory without its lock is open again when it is shown', async () => {
  const first = await aWindow('Words')
  first.copy.write()
  const isOpen = async () => (await listCopies(userId)).map((one) => one.isOpen)
  const { held = [] } = await navigator.locks.query()
  const name = held.find((lock) => lock.name?.startsWith('waymark-draft '))?.name ?? ''
  // WebKit rejects the request of a lock that it ends.
  await navigator.locks.request(name, { steal: true }, () => {})
  expect(await isOpen()).toEqual([false])
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await expect.poll(isOpen).toEqual([true])
  first.close()
  await expect.poll(isOpen).toEqual([false])
})

test('copies of several closed windows are listed oldest first, without copies of another page', async () => {
  const elsewhere = await aWindow('Elsewhere', 'content-set 6')
  elsewhere.copy.write()
  elsewhere.close()
  const windows = [await aWindow('Older'), await aWindow('Newer')]
  for (const { close } of windows) {
    vi.setSystemTime(Date.now() + 1)
    close()
  }
  expect((await aWindow('')).left).toEqual(['Older', 'Newer'])
})

test('a copy is written when the page closes, and removed when everything is saved', async () => {
  const first = await aWindow('Typed just now')
  page.dispatchEvent(new Event('pagehide'))
  expect(await listCopies(userId)).toHaveLength(1)
  first.type('')
  first.copy.write()
  expect(await listCopies(userId)).toEqual([])
})

test('a copy is kept when the page closes before its database has opened', async () => {
  const { close, copy } = openWindow('Typed early')
  void copy.adopt()
  page.dispatchEvent(new Event('pagehide'))
  close()
  expect((await aWindow('')).left).toEqual(['Typed early'])
})

test('what was saved after the database opened is not restored', async () => {
  const { close, copy, type } = openWindow('Typed early')
  const opened = copy.adopt()
  document.dispatchEvent(new Event('visibilitychange'))
  await opened
  type('')
  copy.write()
  close()
  expect((await aWindow('')).left).toEqual([])
})

test('a copy that only the journal has is found, unless the database has a newer one', async () => {
  const entry = (key: string, writtenAt: number, value: string) =>
    writeJournal(copiesDatabase(userId), key, { ...PAGE, key, writtenAt, value })
  entry('one', 1, 'Dropped by the database')
  expect((await findCopies(userId, PLACE)).values).toEqual(['Dropped by the database'])
  entry('one', 0, 'Older')
  expect((await findCopies(userId, PLACE)).values).toEqual(['Dropped by the database'])
})

test('nothing is written in another user’s session or after sign-out', async () => {
  const { copy } = await aWindow('Words')
  localStorage.removeItem(localKeys.accessToken)
  expect(copy.write()).toBe(false)
  signIn(userId + 1000)
  expect(copy.write()).toBe(false)
  page.dispatchEvent(new Event('pagehide'))
  expect(await listCopies(userId)).toEqual([])
  expect(Object.keys(localStorage)).toEqual([localKeys.accessToken])
})

test('signing out deletes all copies of the user and keeps the copies of others', async () => {
  const { copy } = await aWindow('Words')
  copy.write()
  writeJournal(copiesDatabase(userId), 'closed', {})
  writeJournal(copiesDatabase(userId * 100), 'closed', {})
  expect(await hasCopies(userId)).toBe(true)
  deleteCopies(userId)
  await expect.poll(() => hasCopies(userId)).toBe(false)
  expect(Object.keys(localStorage)).toContain(`${copiesDatabase(userId * 100)} closed`)
  expect(Object.keys(localStorage)).not.toContain(`${copiesDatabase(userId)} closed`)
  // The page stays open after its user has signed out.
  expect(copy.write()).toBe(false)
})

test('copies that can’t be restored are deleted on request', async () => {
  const first = await aWindow('Words')
  first.copy.write()
  first.close()
  const found = await findCopies(userId, PLACE)
  expect(found.values).toEqual(['Words'])
  await found.forget()
  expect((await findCopies(userId, PLACE)).values).toEqual([])
})

async function aWindow(text: string, place = PLACE) {
  const opened = openWindow(text, place)
  return { ...opened, left: await opened.copy.adopt() }
}

/** A page with unsaved text; an empty one is saved. */
function openWindow(text: string, place = PLACE) {
  let now = text
  const read = () => (now === '' ? null : { title: 'Set', path: `/${place}`, value: now })
  const copy = createCopy<string>({ userId, place, read })
  const close = copy.start()
  stops.push(close)
  return { copy, close, type: (next: string) => (now = next) }
}

function signIn(id: number) {
  const claims = btoa(JSON.stringify({ sub: String(id) }))
  localStorage.setItem(localKeys.accessToken, `head.${claims}.signature`)
}
