import { expect, test } from 'vitest'
import { ContentSetFile } from 'contract/content-format'
import { LANGUAGE_SETS, largestSet, weightedSet, zeroBasedSet } from './language-sets.ts'

test('the shared sets are valid files of the size that they promise', () => {
  const sets = [...Object.values(LANGUAGE_SETS), weightedSet(), zeroBasedSet(), largestSet()]
  for (const set of sets) expect(ContentSetFile.parse(set)).toEqual(set)
  const { elements } = largestSet()
  expect(elements).toHaveLength(745)
  expect(elements.flatMap(({ statements }) => statements)).toHaveLength(1425)
})
