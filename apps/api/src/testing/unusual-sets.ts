import { ContentSetFile } from 'contract/content-format'

type Given = { key: string; weight?: number; values: number[]; shortTitle?: string }

/** Small sets of what real frameworks have and ours don't. */
export const UNUSUAL_SETS = {
  /** Of element A only A1 and A2 count, of C and D nothing. */
  weighted: aSet('Weighted', {
    certificationBands: [
      { label: 'Basic', minOverall: 20, minElement: 20 },
      { label: 'Solid', minOverall: 60, minElement: 40 },
    ],
    elements: [
      element('A', 2, [
        { key: 'A1', values: [0, 5, 10] },
        { key: 'A2', weight: 3, values: [0, 5, 10] },
        { key: 'A3', weight: 0, values: [0, 5, 10] },
      ]),
      element('B', 1, [{ key: 'B1', values: [0, 5, 10], shortTitle: 'B in short' }]),
      element('C', 0, [{ key: 'C1', values: [0, 5, 10] }]),
      element('D', 1, [{ key: 'D1', weight: 0, values: [0, 5, 10] }]),
    ],
  }),
  /** Levels 0 to 3. */
  zeroBased: aSet('From zero', {
    scale: ['Incomplete', 'Performed', 'Managed', 'Established'],
    elements: [
      element('P', 1, [
        { key: 'P 1', values: [0, 1, 2, 3] },
        { key: 'P 2', values: [0, 1, 2, 3] },
      ]),
    ],
  }),
  /** Responses that count the same. */
  tied: aSet('Tied', {
    elements: [element('T', 1, [{ key: 'T1', values: [0, 0, 1, 1, 1, 4] }])],
  }),
  /** A list of 250 responses, and one of ten. */
  manyResponses: aSet('Many responses', {
    elements: [
      element('M', 1, [
        { key: 'M1', values: Array.from({ length: 250 }, (_, index) => Math.floor(index / 2)) },
        { key: 'M2', values: Array.from({ length: 10 }, (_, index) => index) },
      ]),
    ],
  }),
}

function aSet(title: string, parts: object): ContentSetFile {
  return ContentSetFile.parse({ format: 'content-set/1', title, language: 'en', ...parts })
}

function element(key: string, weight: number, statements: Given[]) {
  return {
    key,
    weight,
    title: `Element ${key}`,
    group: 'All',
    statements: statements.map(({ values, ...statement }) => ({
      ...statement,
      text: `We do what ${statement.key} asks for.`,
      responses: values.map((value, index) => ({
        key: `${statement.key}-${index}`,
        label: `Response ${index + 1}`,
        value,
        ...(index > 0 && { action: `Do ${index + 1}`, effort: (index % 5) + 1 }),
      })),
    })),
  }
}
