import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './use-draft.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The field of a note that is saved as `Said.` and has at most ten characters. */
function aField() {
  const sent: string[] = []
  const found: ReturnType<typeof useDraft>[] = []
  function Field() {
    found.push(useDraft('Said.', (text) => sent.push(text), 10))
    return null
  }
  renderToStaticMarkup(<Field />)
  const [field] = found
  if (!field) throw new Error('The field was not rendered.')
  return { ...field, sent }
}

test.each([
  ['another', ['Said more.', 'Again.'], ['Again.']],
  ['one that is restored', ['Said more.', 'Said.'], []],
  ['the same with spaces around it', [' Said.\n'], []],
  ['one that is too long', ['Said again.'], []],
])(
  'of several texts the last is sent once, after a pause or on leaving: %s',
  (_, texts, expected) => {
    for (const leave of [true, false]) {
      const { onChange, onBlur, sent } = aField()
      for (const text of texts) onChange(text)
      expect(sent).toEqual([])
      if (leave) onBlur()
      else vi.advanceTimersByTime(1000)
      expect(sent).toEqual(expected)
      vi.runAllTimers()
      expect(sent).toEqual(expected)
    }
  },
)
