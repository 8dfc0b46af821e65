import type { ContentSetFile } from 'contract/content-format'

/** The set with what is stored as a list of the set: a level, responses and a band of elements. */
export function withSetLists(file: ContentSetFile, label = 'One'): ContentSetFile {
  return {
    ...file,
    groups: [{ key: 'one', label, kind: 'level' }],
    responses: file.elements[0]?.statements[0]?.responses,
    elementBands: [{ label, minOverall: 50 }],
  }
}
