import { ContentSetFile } from 'contract/content-format'

/** A content set of any size, with texts as long as real ones. */
export function longSet({ elements = 2000, statements = 1, responses = 2 } = {}): ContentSetFile {
  return ContentSetFile.parse({
    format: 'content-set/1',
    title: `A set of ${elements} elements`,
    elements: range(elements).map((e) => ({
      key: `E${e}`,
      title: `Element ${e} of many`,
      description: 'What this part is about, in a sentence of the usual length.',
      group: `Group ${e % 20}`,
      statements: range(statements).map((s) => ({
        key: `E${e}-${s}`,
        text: `We know who answers for part ${s} of element ${e}, and it is written down.`,
        responses: range(responses).map((r) => ({
          key: `E${e}-${s}-${r}`,
          label: `Level ${r} of what is done`,
          value: r + 1,
          action: `Do what leads to level ${r}, and tell those whom it concerns.`,
          effort: (r % 5) + 1,
        })),
      })),
    })),
  })
}

function range(count: number) {
  return Array.from({ length: count }, (_, index) => index + 1)
}
