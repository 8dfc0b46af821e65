import { ContentSetFile } from 'contract/content-format'
import { aTinySet } from './respondent.ts'

/** Two lines, which a paragraph would join. */
export const lines = (field: string) => `${field}one:\n${field}two`

/** Every field that can have several lines has two. */
export function linedSet(): ContentSetFile {
  const { elements, ...set } = aTinySet()
  return ContentSetFile.parse({
    ...set,
    introduction: lines('introduction'),
    licence: lines('licence'),
    elements: elements.map(({ statements, ...element }) => ({
      ...element,
      description: lines('element'),
      reportBands: [{ from: 0, to: 100, title: 'Band', text: lines('band') }],
      statements: statements.map(({ responses, ...statement }) => ({
        ...statement,
        text: lines('statement'),
        guidance: lines('guidance'),
        responses: responses.map((response, index) => ({
          ...response,
          description: lines('response'),
          ...(index > 0 && { action: lines('action') }),
        })),
      })),
    })),
  })
}

/** The fields that are missing in a text, or whose lines are joined in it. */
export function joinedFields(text: string, fields: readonly string[]): string[] {
  const rows = text.split('\n')
  return fields.filter((field) => {
    const own = rows.filter((row) => row.includes(`${field}one:`))
    const isWhole = own.length > 0 && text.includes(`${field}two`)
    return !isWhole || own.some((row) => row.includes(`${field}two`))
  })
}
