import type { ContentSetFile } from 'contract/content-format'
import type { Scope, Db } from '#db/scope.ts'
import {
  type InForce,
  draftOfFile,
  inForceFrom,
  lowestLevel,
} from '#features/content/draft-of-file.ts'
import { insertEdition, type EditionParts, insertParts, insertDraft } from './new-sets.queries.ts'

export type ImportOptions = { isPublished: boolean; yearFrom: number }

export async function importContentSet(
  db: Db,
  scope: Scope,
  file: ContentSetFile,
  { isPublished, yearFrom }: ImportOptions,
): Promise<number> {
  const inForce = inForceFrom(yearFrom)
  if (!isPublished) return await insertDraft(db, scope, draftOfFile(file, inForce))
  const id = await insertEdition(db, scope, headColumns(file, inForce))
  await insertParts(db, scope, id, partsOf(file))
  return id
}

export function headColumns(file: ContentSetFile, inForce: InForce) {
  return {
    title: file.title,
    description: file.description ?? null,
    language: file.language ?? null,
    source: file.source ?? null,
    licence: file.licence ?? null,
    introduction: file.introduction ?? null,
    scale: file.scale ?? null,
    lowest_level: lowestLevel(file.elements),
    ...inForce,
  }
}

/** The parts name their element or statement by its key. */
export function partsOf({ certificationBands, elements }: ContentSetFile): EditionParts {
  const statements = elements.flatMap((element) =>
    element.statements.map((statement, position) => ({
      ...statement,
      element: element.key,
      position,
    })),
  )
  const lists = {
    certificationBands,
    elements: elements.map(({ statements: _, reportBands: __, ...element }, position) => ({
      ...element,
      // For readers of one heading.
      group: element.group ?? element.path?.at(-1),
      position,
    })),
    reportBands: elements.flatMap(({ key, reportBands = [] }) =>
      reportBands.map((band) => ({ ...band, element: key })),
    ),
    statements: statements.map(({ responses: _, ...statement }) => statement),
    responses: statements.flatMap(({ key, responses }) =>
      responses.map((response, position) => ({ ...response, statement: key, position })),
    ),
  }
  return {
    certificationBands: JSON.stringify(lists.certificationBands),
    elements: JSON.stringify(lists.elements),
    reportBands: JSON.stringify(lists.reportBands),
    statements: JSON.stringify(lists.statements),
    responses: JSON.stringify(lists.responses),
  }
}
