import { ContentSetFile } from 'contract/content-format'
import { aTinySet } from './respondent.ts'

/**
 * `aTinySet` with the levels Basic and Advanced and the profiles Small and Large: A1 is for all and has a tag, A2, B1 and B2 are
 * advanced, C1 is for large organisations and C2 for small ones.
 */
export function aLadder(): ContentSetFile {
  const named: Record<string, string[]> = {
    A1: ['basic', 'people'],
    A2: ['advanced'],
    B1: ['advanced'],
    B2: ['advanced'],
    C1: ['large'],
    C2: ['small'],
  }
  const file = aTinySet()
  return ContentSetFile.parse({
    ...file,
    title: 'Ladder',
    groups: [
      { key: 'basic', label: 'Basic', kind: 'level' },
      { key: 'advanced', label: 'Advanced', description: 'For those who want more', kind: 'level' },
      { key: 'small', label: 'Small', kind: 'profile' },
      { key: 'large', label: 'Large', kind: 'profile' },
      { key: 'people', label: 'About people', kind: 'tag' },
    ],
    elements: file.elements.map((element) => ({
      ...element,
      statements: element.statements.map((one) => ({ ...one, groups: named[one.key] })),
    })),
  })
}
