import { ContentSetFile } from 'contract/content-format'
import type { Scope } from '#core/context.ts'
import type { Db } from '#db/driver.ts'
import {
  getContentSet,
  listCertificationBands,
  listElements,
  listReportBands,
  listStatementResponses,
  listStatements,
} from './content-sets.queries.ts'

/** A content set as the file of exchange it was, or would be, imported from. */
export async function exportContentSet(db: Db, scope: Scope, id: number): Promise<ContentSetFile> {
  const set = await getContentSet(db, scope, id)
  const bands = Map.groupBy(await listReportBands(db, scope, id), (band) => band.element_id)
  const statements = Map.groupBy(
    await listStatements(db, scope, id),
    (statement) => statement.element_id,
  )
  const responses = Map.groupBy(
    await listStatementResponses(db, scope, id),
    (response) => response.statement_id,
  )
  const elements = await listElements(db, scope, id)
  return ContentSetFile.parse({
    format: 'content-set/1',
    ...present({
      title: set.title,
      description: set.description,
      language: set.language,
      source: set.source,
      licence: set.licence,
      scale: set.scale,
    }),
    certificationBands: (await listCertificationBands(db, scope, id)).map((band) => ({
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
      ...present({ reportBands: bands.get(element.id)?.map(({ element_id: _, ...band }) => band) }),
      statements: (statements.get(element.id) ?? []).map((statement) => ({
        ...present({ key: statement.key, text: statement.text, guidance: statement.guidance }),
        weight: statement.weight,
        allowsNotApplicable: statement.allows_not_applicable,
        responses: (responses.get(statement.id) ?? []).map(
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
