import 'fake-indexeddb/auto'
import * as fc from 'fast-check'
import type { SavedResponse } from 'contract/assessments'
import { expect, test, vi } from 'vitest'
import { MemoryStorage } from '#core/memory-storage.ts'
import type { Change, ResponseChoice } from './outbox-change.ts'
import type { Deliver, Outcome } from './outbox-delivery.ts'
import { createOutbox } from './outbox.ts'

type Fault = 'none' | 'before' | 'after'

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
  await vi.waitFor(() => expect(outbox.state.getState().phase).toBe('waiting'))
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
  await vi.waitFor(() => expect(outbox.state.getState().phase).toBe('waiting'))
  const [change] = outbox.state.getState().changes
  expect(change).toMatchObject({ statementId: 1 })
  expect(change?.refusal).toBeUndefined()
})

test('a conflict keeps both values until the user chooses one', async () => {
  const server = aServer()
  const page = aPage(crypto.randomUUID(), server.deliver)
  server.saveElsewhere(1, 1, 4)
  await page.outbox.add(aChoice(1, 1, 2, 0))
  await page.outbox.add(aChoice(2, 1, 3, 0))
  await vi.waitFor(() => expect(server.value('2 1')).toBe(3))
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
  await vi.waitFor(() =>
    expect(Object.keys(two.outbox.state.getState().saved.rows)).toHaveLength(6),
  )
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
  await vi.waitFor(() =>
    expect(Object.keys(two.outbox.state.getState().saved.rows)).toHaveLength(2),
  )
  await two.outbox.add(aChoice(1, 1, 3, 0))
  await two.untilEmpty()
  expect(server.value('1 1')).toBe(3)
  server.saveElsewhere(1, 1, 4)
  await one.outbox.add(aChoice(1, 1, 1, 2))
  await vi.waitFor(() =>
    expect(one.outbox.state.getState().changes.map(({ refusal }) => refusal?.code)).toEqual([
      'conflict',
    ]),
  )
  one.end()
  two.end()
})

test('a lone current response is stored, and sent together with its future one', async () => {
  const server = aServer()
  const page = aPage(crypto.randomUUID(), server.deliver)
  await page.outbox.add({ ...aChoice(1, 1, 2, 0), isLone: true })
  await vi.waitFor(() => expect(page.outbox.state.getState().isLoaded).toBe(true))
  expect(await page.outbox.count()).toBe(1)
  expect(server.calls).toEqual([])
  await page.outbox.add(aChoice(1, 2, 3, 0))
  await page.untilEmpty()
  expect(server.calls).toEqual([2])
  page.end()
})

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

/** A small model of saving: keys count once, and both states share a version. */
function aServer() {
  const rows = new Map<string, SavedResponse>()
  const applied: string[] = []
  const faults: Fault[] = []
  /** How many choices each request had. */
  const calls: number[] = []

  function write(statement: number, state: 1 | 2, value: number) {
    const place = `${statement} ${state}`
    rows.set(place, {
      statement_set_id: 1,
      statement_id: statement,
      state,
      statement_response_id: value,
      not_applicable_reason: null,
      version: (rows.get(place)?.version ?? 0) + 1,
      to_confirm: false,
      updated_at: new Date().toISOString(),
    })
  }

  function both(statement: number) {
    return [...rows.values()].filter((row) => row.statement_id === statement)
  }

  function save(change: ResponseChoice): Outcome {
    const { statementId, state, key, version } = change
    const value = change.statement_response_id ?? 0
    const stands = rows.get(`${statementId} ${state}`)
    if (!applied.includes(key)) {
      if ((stands?.version ?? 0) !== version) {
        const conflict = { responses: both(statementId), saved_by: 'Head of Procurement' }
        return { kind: 'refused', refusal: { code: 'conflict', message: 'Saved', conflict } }
      }
      applied.push(key)
      write(statementId, state, value)
      write(
        statementId,
        state === 1 ? 2 : 1,
        rows.get(`${statementId} ${3 - state}`)?.statement_response_id ?? 1,
      )
    }
    return { kind: 'acknowledged', answer: { responses: both(statementId) } }
  }

  /** The first choice of a pair has written the other state, too. */
  function next(change: ResponseChoice) {
    const version = rows.get(`${change.statementId} ${change.state}`)?.version ?? 0
    return version === change.version + 1 ? { ...change, version } : change
  }

  async function deliver(changes: readonly Change[]): Promise<Outcome> {
    const fault = faults.shift()
    if (fault === 'before') return { kind: 'unreachable' }
    calls.push(changes.length)
    let outcome: Outcome = { kind: 'unreachable' }
    for (const change of changes) {
      if (change.kind === 'response') outcome = save(change === changes[0] ? change : next(change))
      if (outcome.kind === 'refused') break
    }
    return fault === 'after' ? { kind: 'unreachable' } : outcome
  }

  return {
    applied,
    calls,
    faults,
    deliver,
    rows: () => [...rows.values()],
    value: (place: string) => rows.get(place)?.statement_response_id,
    saveElsewhere: write,
  }
}
