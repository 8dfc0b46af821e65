import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import type { SavedResponse } from 'contract/assessments'
import { expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import { type Fault, aServer } from '#testing/saving-server.ts'
import type { Deliver } from './outbox-delivery.ts'
import { createOutbox } from './outbox.ts'

const STATEMENTS = [1, 2, 3]

vi.stubGlobal('localStorage', new MemoryStorage())

test('after any failures the server has the last choices, each applied once', async () => {
  const step = fc.record({
    statement: fc.constantFrom(...STATEMENTS),
    state: fc.constantFrom(1 as const, 2 as const),
    value: fc.integer({ min: 1, max: 4 }),
    faults: fc.array(fc.constantFrom<Fault>('none', 'before', 'after'), { maxLength: 3 }),
    after: fc.constantFrom('go on', 'go on', 'wait', 'restart'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const server = aServer()
      const owner = crypto.randomUUID()
      let page = aPage(owner, server.deliver)
      const last = new Map<string, number>()
      for (const { statement, state, value, faults, after } of steps) {
        server.faults.push(...faults)
        last.set(`${statement} ${state}`, value)
        const version = versionAt(page, server.rows(), statement, state)
        await page.outbox.add(aChoice(statement, state, value, version))
        if (after === 'wait') await page.untilEmpty()
        if (after === 'restart') page = page.restart()
      }
      await page.untilEmpty()
      expect(page.outbox.state.getState().changes).toEqual([])
      expect(server.applied).toEqual([...new Set(server.applied)])
      expect(server.applied).toHaveLength(steps.length)
      for (const [place, value] of last) expect(server.value(place)).toBe(value)
      page.end()
    }),
    { numRuns: 60 },
  )
})

test('another user of the same browser neither sees nor sends waiting answers', async () => {
  const server = aServer()
  const away: Deliver = async () => ({ kind: 'unreachable' })
  const first = aPage('acme.localhost 1', away)
  await first.outbox.add(aChoice(1, 1, 2, 0))
  first.end()
  const second = aPage('acme.localhost 2', server.deliver)
  second.outbox.flush()
  await second.untilEmpty()
  expect(await second.outbox.count()).toBe(0)
  expect(server.applied).toEqual([])
  expect(await first.outbox.count()).toBe(1)
  second.end()
})

test('an open page sends nothing while another user is signed in', async () => {
  const server = aServer()
  const outbox = createOutbox({
    owner: crypto.randomUUID(),
    deliver: server.deliver,
    isOwnersSession: () => false,
  })
  await outbox.add(aChoice(1, 1, 2, 0))
  await expect.poll(() => outbox.state.getState().phase).toBe('waiting')
  expect(server.applied).toEqual([])
})

test('when another user signs in during a save, its outcome is not taken', async () => {
  const refusal = { code: 'not-found', message: 'There is no such assessment.' } as const
  let isOwners = true
  const outbox = createOutbox({
    owner: crypto.randomUUID(),
    deliver: async () => {
      isOwners = false
      return { kind: 'refused', refusal }
    },
    isOwnersSession: () => isOwners,
  })
  await outbox.add(aChoice(1, 1, 2, 0))
  await expect.poll(() => outbox.state.getState().phase).toBe('waiting')
  const [change] = outbox.state.getState().changes
  expect(change).toMatchObject({ statementId: 1 })
  expect(change?.refusal).toBeUndefined()
})

test('a page whose turn the browser ended, as WebKit does on leaving, sends once it is shown', async () => {
  const page = aPage(crypto.randomUUID(), aServer().deliver)
  const ended = new DOMException('The browsing context is going away', 'AbortError')
  vi.spyOn(navigator.locks, 'request').mockRejectedValueOnce(ended)
  await page.outbox.add(aChoice(1, 1, 2, 0))
  await page.untilEmpty()
})

test('a page whose turn the browser ends after the page was shown again sends by itself', async () => {
  const page = aPage(crypto.randomUUID(), aServer().deliver)
  const turn = Promise.withResolvers<never>()
  vi.spyOn(navigator.locks, 'request').mockReturnValueOnce(turn.promise)
  await page.outbox.add(aChoice(1, 1, 2, 0))
  page.outbox.flush()
  turn.reject(new DOMException('The browsing context is going away', 'AbortError'))
  await expect.poll(() => page.outbox.count()).toBe(0)
})

test('a conflict keeps both values until the user chooses one', async () => {
  const server = aServer()
  const page = aPage(crypto.randomUUID(), server.deliver)
  server.saveElsewhere(1, 1, 4)
  await page.outbox.add(aChoice(1, 1, 2, 0))
  await page.outbox.add(aChoice(2, 1, 3, 0))
  await expect.poll(() => server.value('2 1')).toBe(3)
  const [conflicting] = page.outbox.state.getState().changes
  expect(conflicting?.refusal?.conflict?.responses[0]?.statement_response_id).toBe(4)
  expect(server.value('1 1')).toBe(4)
  if (conflicting) await page.outbox.retry(conflicting)
  await page.untilEmpty()
  expect(server.value('1 1')).toBe(2)
  page.end()
})

test('two tabs send each choice once', async () => {
  const server = aServer()
  const owner = crypto.randomUUID()
  const one = aPage(owner, server.deliver)
  const two = aPage(owner, server.deliver)
  await Promise.all([
    one.outbox.add(aChoice(1, 1, 2, 0)),
    two.outbox.add(aChoice(2, 1, 3, 0)),
    one.outbox.add(aChoice(3, 1, 4, 0)),
  ])
  await Promise.all([one.untilEmpty(), two.untilEmpty()])
  expect(server.applied).toHaveLength(3)
  await expect.poll(() => Object.keys(two.outbox.state.getState().saved.rows)).toHaveLength(6)
  one.end()
  two.end()
})

test('a choice in another tab based on an older version continues from the saved version', async () => {
  const server = aServer()
  const owner = crypto.randomUUID()
  const one = aPage(owner, server.deliver)
  const two = aPage(owner, server.deliver)
  await one.outbox.add(aChoice(1, 1, 2, 0))
  await one.untilEmpty()
  await expect.poll(() => Object.keys(two.outbox.state.getState().saved.rows)).toHaveLength(2)
  await two.outbox.add(aChoice(1, 1, 3, 0))
  await two.untilEmpty()
  expect(server.value('1 1')).toBe(3)
  server.saveElsewhere(1, 1, 4)
  await one.outbox.add(aChoice(1, 1, 1, 2))
  await expect
    .poll(() => one.outbox.state.getState().changes.map(({ refusal }) => refusal?.code))
    .toEqual(['conflict'])
  one.end()
  two.end()
})

test.each([
  ['current', 'future', 1, 2],
  ['future', 'current', 2, 1],
] as const)(
  'a lone %s response is stored, and sent together with its %s one',
  async (_, __, first, second) => {
    const server = aServer()
    const page = aPage(crypto.randomUUID(), server.deliver)
    await page.outbox.add({ ...aChoice(1, first, 2, 0), isLone: true })
    await expect.poll(() => page.outbox.state.getState().isLoaded).toBe(true)
    expect(await page.outbox.count()).toBe(1)
    expect(server.calls).toEqual([])
    await page.outbox.add(aChoice(1, second, 2, 0))
    await page.untilEmpty()
    expect(server.calls).toEqual([2])
    page.end()
  },
)

test('a lone current response is sent on leaving, and once', async () => {
  const server = aServer()
  const page = aPage(crypto.randomUUID(), server.deliver)
  await page.outbox.add({ ...aChoice(1, 1, 2, 0), isLone: true })
  expect(server.calls).toEqual([])
  page.outbox.sendOnLeaving()
  expect(server.calls).toEqual([1])
  await page.outbox.settle()
  expect(await page.outbox.count()).toBe(0)
  expect(server.applied).toHaveLength(1)
  page.end()
})

function aChoice(statementId: number, state: 1 | 2, value: number, version: number) {
  const place = { assessmentId: 1, elementId: 1, statementId }
  const choice = { state, statement_response_id: value, not_applicable_reason: null, version }
  return { kind: 'response' as const, ...place, ...choice }
}

/** A page that can be closed at any time. */
function aPage(owner: string, deliver: Deliver) {
  let isOpen = true
  const outbox = createOutbox({
    owner,
    isOwnersSession: () => isOpen,
    deliver: (changes) => (isOpen ? deliver(changes) : Promise.resolve({ kind: 'unreachable' })),
  })
  return {
    outbox,
    end: () => {
      isOpen = false
    },
    restart: () => {
      isOpen = false
      return aPage(owner, deliver)
    },
    untilEmpty: () =>
      vi.waitFor(
        async () => {
          outbox.flush()
          expect(await outbox.count()).toBe(0)
          expect(outbox.state.getState().changes).toEqual([])
        },
        { interval: 1, timeout: 5000 },
      ),
  }
}

function versionAt(
  { outbox }: ReturnType<typeof aPage>,
  fetched: SavedResponse[],
  statement: number,
  state: 1 | 2,
) {
  const here = outbox.state.getState().saved.rows[`1 ${statement} ${state}`]
  const there = fetched.find((row) => row.statement_id === statement && row.state === state)
  return Math.max(here?.version ?? 0, there?.version ?? 0)
}
