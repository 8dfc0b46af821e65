import { expect, test } from 'vitest'
import { Busy, type Caller, type TurnLimits, openTurns } from './turns.ts'

const LIMITS = { most: 2, patience: 60_000, tolerance: 60_000 }

/** Calls that end when they are told to, by name. */
function aQueue(limits: Partial<TurnLimits> = {}) {
  const turns = openTurns({ ...LIMITS, ...limits })
  const started: string[] = []
  const endings = new Map<string, () => void>()
  const call = (name: string, caller: Partial<Caller> = {}) =>
    turns.run({ group: name[0] ?? '', ...caller }, async () => {
      started.push(name)
      await new Promise<void>((resolve) => void endings.set(name, resolve))
    })
  const end = async (name: string) => {
    endings.get(name)?.()
    // Lets the call end and the next one start.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { turns, call, end, started }
}

test('organisations take turns, however many calls of one wait', async () => {
  const { call, end, started } = aQueue({ most: 1 })
  const calls = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => call(name))
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
    expect(started.at(-1)).toBe(name)
    await end(name)
  }
  await Promise.all(calls)
})

test('one organisation leaves room for others', async () => {
  const { call, end, started } = aQueue({ most: 3, mostOfGroup: 2 })
  for (const name of ['a1', 'a2', 'a3', 'b1']) void call(name)
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(started.at(-1)).toBe('a3')
})

test('a user’s calls beyond their part wait, and a colleague’s call passes them', async () => {
  const { turns, call, end, started } = aQueue({ most: 9, mostOfOne: 2, tolerance: 0 })
  for (const name of ['a1', 'a2', 'a3']) void call(name, { user: 1 })
  void call('a4', { user: 2 })
  expect(started).toEqual(['a1', 'a2', 'a4'])
  // They wait for themselves only, so others aren't refused.
  expect(turns.state()).toEqual({ waiting: 1, oldestMs: 0 })
  expect(() => turns.refuseLate('a')).not.toThrow()
  await end('a1')
  expect(started.at(-1)).toBe('a3')
})

test('what waits for one assessment leaves room for its users’ other work', async () => {
  const { turns, call, end, started } = aQueue({ most: 9, mostOfOne: 2, tolerance: 0 })
  for (const [user, name] of ['a1', 'a2', 'a3'].entries())
    void call(name, { user, assessment: '7' })
  void call('a4', { user: 2 })
  void call('a5', { user: 3, assessment: '8' })
  expect(started).toEqual(['a1', 'a2', 'a4', 'a5'])
  expect(turns.state()).toEqual({ waiting: 1, oldestMs: 0 })
  await end('a1')
  expect(started.at(-1)).toBe('a3')
})

test('a user with too many waiting calls is refused', async () => {
  const { call, end, started } = aQueue({ mostOfOne: 1, mostWaiting: 1 })
  void call('a1', { user: 1 })
  void call('a2', { user: 1 })
  await expect(call('a3', { user: 1 })).rejects.toBeInstanceOf(Busy)
  void call('a4', { user: 2 })
  await end('a1')
  expect(started).toEqual(['a1', 'a4', 'a2'])
})

test('new calls of an organisation whose calls wait too long are refused, other organisations’ calls aren’t', async () => {
  const { turns, call, end } = aQueue({ most: 1, tolerance: 0 })
  void call('a1')
  void call('a2')
  await expect.poll(() => turns.state().oldestMs).toBeGreaterThan(0)
  expect(() => turns.refuseLate('a')).toThrow(Busy)
  expect(() => turns.refuseLate('b')).not.toThrow()
  await end('a1')
  expect(() => turns.refuseLate('a')).not.toThrow()
})

test('a call that has waited too long is refused, and the next one still gets its turn', async () => {
  const { turns, call, end, started } = aQueue({ most: 1, patience: 10 })
  void call('a1')
  await expect(call('a2')).rejects.toBeInstanceOf(Busy)
  expect(turns.state().waiting).toBe(0)
  const last = call('a3')
  await end('a1')
  expect(started).toEqual(['a1', 'a3'])
  await end('a3')
  await last
})

test('a call whose client has left isn’t worked on', async () => {
  const { call, end, started } = aQueue({ most: 1 })
  void call('a1')
  const left = call('a2', { hasLeft: () => true }).catch((error: unknown) => error)
  const stayed = call('a3', { hasLeft: () => false })
  await end('a1')
  expect(await left).toBeInstanceOf(Busy)
  expect(started).toEqual(['a1', 'a3'])
  await end('a3')
  await stayed
})

test('a failed call gives up its turn', async () => {
  const { turns, call, started } = aQueue({ most: 1 })
  const failure = turns.run({ group: 'a' }, () => Promise.reject(new Error('failed')))
  void call('a2')
  await expect(failure).rejects.toThrow('failed')
  expect(started).toEqual(['a2'])
})

test.each([
  [0, [1, 2, 3]],
  [120, [3, 4, 5]],
  [10_000, [8, 9, 10]],
])('a refusal with %i waiting calls names a time to come back', (waiting, expected) => {
  const seconds = new Set(Array.from({ length: 200 }, () => new Busy(waiting).retryAfter))
  expect([...seconds].toSorted((a, b) => a - b)).toEqual(expected)
})
