import type { ContentSetFile } from 'contract/content-format'
import { expect, test } from 'vitest'
import { THIS_YEAR } from '#testing/factories.ts'
import { LANGUAGE_SETS } from '#testing/language-sets.ts'
import { longSet } from '#testing/long-set.ts'
import { pdfText } from '#testing/pdf-text.ts'
import { anOpenAssessment } from '#testing/respondent.ts'
import { testApp } from '#testing/test-app.ts'
import { UNUSUAL_SETS } from '#testing/unusual-sets.ts'

const t = await testApp({ works: false })

/** The lines of each page, without its foot. */
async function pagesOf(set: ContentSetFile) {
  const { anna } = await anOpenAssessment(t, set)
  const query = { year: String(THIS_YEAR), type: 'self_assessment' }
  const pdf = await anna.caller.get('/questions/pdf', { query })
  expect(pdf.status, pdf.text).toBe(200)
  const pages = await pdfText(pdf.bytes)
  return pages.map((page) =>
    page.split('\n').filter((line) => !/, Questions \d|^Page \d/.test(line)),
  )
}

const HEADING = /^(Group \d|E\d+ Element \d+ of many|E\d+-\d+ We know|Now Future)/
const RESPONSE = /^\d Level \d of what is done/

// Each number of responses breaks the pages at another place.
test.each([2, 3, 4, 5, 6, 7])(
  'with %i responses a statement, each statement is on one page with its heading and all responses',
  async (responses) => {
    const pages = await pagesOf(longSet({ elements: 4, statements: 7, responses }))
    expect(pages.length).toBeGreaterThan(2)
    for (const lines of pages) {
      expect(lines.at(-1), lines.join(' / ')).not.toMatch(HEADING)
      const statements = lines.filter((line) => line.startsWith('E') && line.includes('We know'))
      const shown = lines.filter((line) => RESPONSE.test(line))
      expect(shown, lines.join(' / ')).toHaveLength(statements.length * responses)
    }
  },
)

test('a continued page says which element it continues', async () => {
  const pages = await pagesOf(longSet({ elements: 1, statements: 20, responses: 4 }))
  const [, ...later] = pages.map(([first]) => first)
  expect(new Set(later)).toEqual(new Set(['E1 Element 1 of many, continued']))
})

test('a list of 250 responses repeats its heads on each page', async () => {
  const pages = await pagesOf(UNUSUAL_SETS.manyResponses)
  const split = pages.filter((lines) => lines.some((line) => /^\d+ Response \d+$/.test(line)))
  expect(split.length).toBeGreaterThan(3)
  for (const lines of split) expect(lines).toContain('Now Future')
})

const HEAP = `a${'\u0316'.repeat(31_800)}`

test('of tens of thousands of accents on a letter, stored before there was a limit, a PDF prints few', async () => {
  const set = longSet({ elements: 3, statements: 2 })
  const elements = set.elements.map((element) => ({ ...element, description: HEAP }))
  const text = (await pagesOf({ ...set, elements, introduction: HEAP })).flat().join('\n')
  expect(text).toContain('E3 Element 3 of many')
})

test('the introduction and what an element is about are printed', async () => {
  const set = LANGUAGE_SETS.bilingual
  const elements = set.elements.map((element) => ({ ...element, description: 'Who **comes**.' }))
  const text = (await pagesOf({ ...set, elements })).flat().join('\n')
  expect(text).toContain('Répondez ensemble.')
  expect(text).toContain('Who comes.')
})
