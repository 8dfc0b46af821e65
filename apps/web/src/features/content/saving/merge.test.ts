import * as fc from 'fast-check'
import type { DraftElement } from 'contract/draft'
import { expect, test } from 'vitest'
import { emptyElement, emptyStatement } from './new-parts.ts'
import { merge, mergeOrder } from './merge.ts'
import { isEqual, writeAt } from './path.ts'

function anElement(): DraftElement {
  const statements = ['A', 'B', 'C'].map((key) => ({
    ...emptyStatement(['Low', 'High']),
    key,
    text: `Statement ${key}`,
  }))
  return { ...emptyElement('Suppliers'), key: 'E', statements }
}

/** A change by one author: another value, or a removed statement. */
const anEdit = fc.oneof(
  fc.record({
    path: fc.constantFrom(
      ['title'],
      ['group'],
      ['weight'],
      ['statements', 'A', 'text'],
      ['statements', 'B', 'text'],
      ['statements', 'B', 'guidance'],
      ['statements', 'C', 'weight'],
    ),
    value: fc.string({ minLength: 1 }),
  }),
  fc.record({
    path: fc.constantFrom(['statements', 'B'], ['statements', 'C']),
    value: fc.constant(undefined),
  }),
)
const someEdits = fc.array(anEdit, { maxLength: 4 })

type Edits = readonly { path: readonly string[]; value: string | undefined }[]

function edited(element: DraftElement, edits: Edits) {
  return edits.reduce<unknown>((now, { path, value }) => writeAt(now, path, value), element)
}

test('a part that one author changed has that author’s value', () => {
  const base = anElement()
  fc.assert(
    fc.property(someEdits, (edits) => {
      const other = edited(base, edits)
      expect(merge(base, other, base)).toEqual({ value: other, conflicts: [] })
      expect(merge(base, base, other)).toEqual({ value: other, conflicts: [] })
      expect(merge(base, other, other)).toEqual({ value: other, conflicts: [] })
    }),
  )
})

test('changes of two authors at different places are both kept in any order', () => {
  const base = anElement()
  fc.assert(
    fc.property(someEdits, someEdits, (one, other) => {
      const [mine, theirs] = [edited(base, one), edited(base, other)]
      const [there, back] = [merge(base, mine, theirs), merge(base, theirs, mine)]
      expect(there.conflicts.map(({ path }) => path.join('/')).sort()).toEqual(
        back.conflicts.map(({ path }) => path.join('/')).sort(),
      )
      expect(there.conflicts.length > 0 || isEqual(there.value, back.value)).toBe(true)
    }),
  )
})

test('each conflict has both values, and choosing theirs everywhere removes mine', () => {
  const base = anElement()
  fc.assert(
    fc.property(someEdits, someEdits, (one, other) => {
      const [mine, theirs] = [edited(base, one), edited(base, other)]
      const { value, conflicts } = merge(base, mine, theirs)
      for (const conflict of conflicts) expect(isEqual(conflict.mine, conflict.theirs)).toBe(false)
      const settled = conflicts.reduce((now, { path, theirs }) => writeAt(now, path, theirs), value)
      expect(merge(theirs, settled, theirs).conflicts).toEqual([])
    }),
  )
})

test('a statement that one author removed and the other changed is a conflict', () => {
  const base = anElement()
  const mine = writeAt(base, ['statements', 'B', 'text'], 'New')
  const theirs = writeAt(base, ['statements', 'B'], undefined)
  const { conflicts } = merge(base, mine, theirs)
  expect(conflicts).toMatchObject([{ path: ['statements', 'B'], mine: { text: 'New' } }])
})

test('the order keeps common items, and added items follow their neighbour', () => {
  expect(mergeOrder([1, 2, 3], [3, 1, 2], [1, 2, 9, 3])).toEqual([3, 1, 2, 9])
  expect(mergeOrder([1, 2, 3], [1, 3], [1, 2, 3, 4])).toEqual([1, 3, 4])
  const ids = fc.uniqueArray(fc.nat(20))
  fc.assert(
    fc.property(ids, ids, ids, (base, mine, theirs) => {
      const order = mergeOrder(base, mine, theirs)
      expect(new Set(order).size).toBe(order.length)
      const isIn = (id: number) =>
        base.includes(id)
          ? mine.includes(id) && theirs.includes(id)
          : mine.includes(id) || theirs.includes(id)
      for (let id = 0; id <= 20; id++) expect(order.includes(id)).toBe(isIn(id))
    }),
  )
})
