import type { ContentSetFile } from 'contract/content-format'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { type Edition, readEdition } from '#features/content/edition.ts'

/** An edition as a file of exchange. It was checked when it was published, so it is not checked again. */
export async function readEditionFile(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  return editionFile(await readEdition(db, scope, id))
}

export function editionFile({
  set,
  elements,
  statements,
  certificationBands,
}: Edition): ContentSetFile {
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  return {
    format: 'content-set/1',
    title: set.title,
    description: set.description ?? undefined,
    language: set.language ?? undefined,
    source: set.source ?? undefined,
    licence: set.licence ?? undefined,
    introduction: set.introduction ?? undefined,
    scale: set.scale ?? undefined,
    certificationBands: certificationBands.map((band) => ({
      label: band.label,
      minOverall: band.min_overall,
      minElement: band.min_element,
    })),
    elements: elements.map((element) => ({
      key: element.key,
      title: element.title,
      description: element.description ?? undefined,
      group: element.group ?? undefined,
      required: element.is_required,
      weight: element.weight,
      reportBands: bandsOf(element),
      statements: (byElement.get(element.id) ?? []).map(statementFile),
    })),
  }
}

function bandsOf({ bands }: Edition['elements'][number]) {
  return bands.length > 0 ? bands.map(({ element_id: _, ...band }) => band) : undefined
}

function statementFile(statement: Edition['statements'][number]) {
  return {
    key: statement.key,
    text: statement.text,
    guidance: statement.guidance ?? undefined,
    weight: statement.weight,
    allowsNotApplicable: statement.allows_not_applicable,
    responses: statement.responses.map(
      ({ asks_for_evidence, key, label, description, value, action, effort, benefit }) => ({
        key,
        label,
        description: description ?? undefined,
        value,
        action: action ?? undefined,
        effort: effort ?? undefined,
        benefit: benefit ?? undefined,
        asksForEvidence: asks_for_evidence || undefined,
      }),
    ),
  }
}
