import { ContentSetFile } from 'contract/content-format'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import { readEdition } from './edition.ts'
import { fileOf, readDraft } from './read-draft.ts'

/** A content set as the file of exchange it was, or would be, imported from. */
export async function exportContentSet(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  const draft = await readDraft(db, scope, id)
  return draft ? fileOf(draft) : await exportEdition(db, scope, id)
}

async function exportEdition(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  const { set, elements, statements, certificationBands } = await readEdition(db, scope, id)
  const byElement = Map.groupBy(statements, (statement) => statement.element_id)
  return ContentSetFile.parse({
    format: 'content-set/1',
    ...present({
      title: set.title,
      description: set.description,
      language: set.language,
      source: set.source,
      licence: set.licence,
      introduction: set.introduction,
      scale: set.scale,
    }),
    certificationBands: certificationBands.map((band) => ({
      label: band.label,
      minOverall: band.min_overall,
      minElement: band.min_element,
    })),
    elements: elements.map((element) => ({
      ...present({
        key: element.key,
        title: element.title,
        description: element.description,
        group: element.group,
      }),
      required: element.is_required,
      weight: element.weight,
      ...(element.bands.length > 0 && {
        reportBands: element.bands.map(({ element_id: _, ...band }) => band),
      }),
      statements: (byElement.get(element.id) ?? []).map((statement) => ({
        ...present({ key: statement.key, text: statement.text, guidance: statement.guidance }),
        weight: statement.weight,
        allowsNotApplicable: statement.allows_not_applicable,
        responses: statement.responses.map(
          ({ key, label, description, value, action, effort, benefit }) =>
            present({ key, label, description, value, action, effort, benefit }),
        ),
      })),
    })),
  })
}

/** A field without a value is left out of the file. */
function present(fields: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )
}
