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
    groups: jsonOf(file.groups),
    responses: jsonOf(file.responses),
    element_bands: jsonOf(file.elementBands),
    score_from: file.scoreFrom ?? null,
    not_applicable_counts: file.notApplicableCounts ?? null,
    lowest_level: lowestLevel(file.elements),
    ...inForce,
  }
}

function jsonOf(list: readonly unknown[] | undefined) {
  return list ? JSON.stringify(list) : null
}

/** The parts name their element or statement by its key. */
export function partsOf({ certificationBands, elements, groups }: ContentSetFile): EditionParts {
  const statements = elements.flatMap((element) =>
    element.statements.map((statement, position) => ({
      ...statement,
      element: element.key,
      position,
    })),
  )
  const lists = {
    certificationBands: certificationBands.map((band, position) => ({ ...band, position })),
    elements: elements.map(({ statements: _, reportBands: __, ...element }, position) => ({
      ...element,
      // For readers of one heading.
      group: element.group ?? element.path?.at(-1),
      position,
    })),
    reportBands: elements.flatMap(({ key, reportBands = [] }) =>
      reportBands.map((band) => ({ ...band, element: key })),
    ),
    statements: statements.map(({ responses: _, groups: named, ...statement }) => ({
      ...statement,
      ...groupColumns(groups, named),
    })),
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

/** A statement's groups by their kind. */
function groupColumns(groups: ContentSetFile['groups'] = [], named: readonly string[] = []) {
  const ofKind = (kind: (typeof groups)[number]['kind']) => {
    const keys = groups.flatMap(({ key, ...group }) =>
      group.kind === kind && named.includes(key) ? [key] : [],
    )
    return keys.length > 0 ? keys : undefined
  }
  return { level: ofKind('level')?.[0], profiles: ofKind('profile'), tags: ofKind('tag') }
}
