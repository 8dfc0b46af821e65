import type { Attachment } from 'contract/attachments'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { endSession, followOtherTabs, startSession } from '#core/session.ts'
import { localKeys, sessionKeys } from '#core/storage-keys.ts'
import { addUploads, useUploads } from './uploads.ts'

const [ADA, BEN] = [1, 2].map((sub) => `head.${btoa(JSON.stringify({ sub }))}.signature`) as [
  string,
  string,
]
const STARTED = { id: 7, piece_bytes: 4, received: 0 } as unknown as Attachment
const FILES = ['one.txt', 'two.txt'].map((name) => new File(['Eight by'], name))

let tab: EventTarget
let requests: string[]
/** Answers the call that waits. */
let answer: (response: Response) => void

beforeEach(() => {
  requests = []
  tab = new EventTarget()
  vi.stubGlobal('window', tab)
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=abc' })
  vi.stubGlobal('location', { protocol: 'http:', hostname: 'acme.localhost', port: '' })
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    requests.push(url.replace(/.*\/api/, '').replace(/\?.*/, ''))
    return new Promise<Response>((resolve, reject) => {
      answer = resolve
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  vi.useFakeTimers()
  followOtherTabs()
  startSession(ADA)
})

afterEach(() => {
  endSession('signed-out')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const otherTabSignsIn = () => {
  localStorage.setItem(localKeys.accessToken, BEN)
  const change = { key: localKeys.accessToken, oldValue: null, newValue: BEN }
  tab.dispatchEvent(Object.assign(new Event('storage'), { storageArea: localStorage }, change))
}

const names = () => useUploads.getState().uploads.map(({ name }) => name)

async function startTwo() {
  const place = { assessmentId: 1, statementId: 2, started: undefined }
  const onUploaded = vi.fn()
  addUploads(
    FILES.map((file) => ({ ...place, file })),
    onUploaded,
  )
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  answer(Response.json(STARTED))
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  return onUploaded
}

test.each([
  ['another user signs in in another tab', otherTabSignsIn],
  ['the user signs out', () => endSession('signed-out')],
  [
    'another user signs in after the session has expired',
    () => {
      endSession('expired')
      startSession(BEN)
    },
  ],
])('when %s, no more of a file is sent, and none waits', async (_, change) => {
  const onUploaded = await startTwo()
  const sent = [...requests]
  change()
  answer(Response.json({ received: 4 }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toEqual(sent)
  expect(names()).toEqual([])
  expect(sessionStorage.getItem(sessionKeys.pendingUploads)).toBeNull()
  expect(onUploaded).not.toHaveBeenCalled()
})

test('when another user signs in while the connection is lost, the retry is not sent', async () => {
  await startTwo()
  answer(Response.json({}, { status: 503 }))
  await vi.waitFor(() => expect(useUploads.getState().uploads[0]?.phase).toBe('offline'))
  // Until the retry the next file is tried.
  await vi.waitFor(() => expect(requests).toHaveLength(3))
  const sent = [...requests]
  otherTabSignsIn()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests).toEqual(sent)
  expect(names()).toEqual([])
})

test('a file that waits is still there when its user signs in again', async () => {
  await startTwo()
  endSession('expired')
  expect(names()).toEqual(['one.txt', 'two.txt'])
  startSession(ADA)
  expect(names()).toEqual(['one.txt', 'two.txt'])
})
