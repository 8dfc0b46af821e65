import type { Scope } from '#core/context.ts'
import type { Frozen } from '#core/frozen.ts'
import type { Db } from '#db/driver.ts'
import {
  getContentSet,
  listCertificationBands,
  listElements,
  listReportBands,
  listStatementResponses,
  listStatements,
} from './content-sets.queries.ts'

export type Edition = Awaited<ReturnType<typeof readEdition>>

/** All of a content set. A published one is frozen, so it is read once and kept. */
export async function editionOf(
  frozen: Frozen,
  db: Db,
  scope: Scope,
  contentSetId: number,
): Promise<Edition> {
  return await frozen(keyOf(scope, contentSetId), async () => {
    const { status } = await getContentSet(db, scope, contentSetId)
    return {
      value: await readEdition(db, scope, contentSetId),
      isFrozen: status !== 'draft',
    }
  })
}

function keyOf({ tenantId }: Scope, contentSetId: number) {
  return `edition ${tenantId} ${contentSetId}`
}

export async function readEdition(db: Db, scope: Scope, contentSetId: number) {
  // Whether it is in force is another question: a published set is retired one day.
  const { status: _status, ...set } = await getContentSet(db, scope, contentSetId)
  const bands = Map.groupBy(
    await listReportBands(db, scope, contentSetId),
    (band) => band.element_id,
  )
  const elements = await listElements(db, scope, contentSetId)
  const responses = Map.groupBy(
    await listStatementResponses(db, scope, contentSetId),
    (response) => response.statement_id,
  )
  const statements = await listStatements(db, scope, contentSetId)
  return {
    set,
    elements: elements.map((element) => ({ ...element, bands: bands.get(element.id) ?? [] })),
    statements: statements.map((statement) => ({
      ...statement,
      responses: responses.get(statement.id) ?? [],
    })),
    certificationBands: await listCertificationBands(db, scope, contentSetId),
  }
}
