import { expect, test } from 'vitest'
import { Busy } from '#db/turns.ts'
import { openDoor } from './door.ts'

const HOST = 'northfield.example.org'

test('a call that waits outside keeps no one out, and is refused if the door is closed by then', async () => {
  const door = openDoor({ warn() {} }, 1)
  const wait = Promise.withResolvers<void>()
  const work = Promise.withResolvers<void>()
  const first = door.pass(HOST, () => door.outside(HOST, () => wait.promise))
  expect([door.inside(), door.isClosed(HOST)]).toEqual([0, false])
  const second = door.pass(HOST, () => work.promise)
  wait.resolve()
  await expect(first).rejects.toThrow(Busy)
  expect([door.inside(), door.isClosed(HOST)]).toEqual([1, true])
  work.resolve()
  await second
  expect([door.inside(), door.isClosed(HOST)]).toEqual([0, false])
})
