import type { ContentSetFile } from 'contract/content-format'
import type { Db } from 'api/db/scope'
import { demoSet } from 'api/demo/demo-set'
import { aContentSet, aTenant, aUser, theTenant } from 'api/testing/factories'

/** A new organisation with a short assessment and one user, who stays on a statement after answering. */
export async function aSmallOrganisation(db: Db, { movesOn = false } = {}) {
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const contentSetId = await aContentSet(db, { tenant, file: shortSet() })
  const user = await aUser(db, { tenant, name: 'Care Manager', movesOn })
  return { tenant, contentSetId, user }
}

/** Northfield Trust's content set of the demo data. */
export async function northfieldSet(db: Db): Promise<number> {
  const { id } = await theTenant(db, 'northfield')
  const { id: setId } = await db
    .selectFrom('content_sets')
    .select('id')
    .where('tenant_id', '=', id)
    .where('status', '=', 'published')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return setId
}

/** Two elements of two statements; the second of each can be marked as not applicable. */
function shortSet(): ContentSetFile {
  const { elements, ...rest } = demoSet()
  const chosen = elements.filter(({ key }) => key === 'SRV' || key === 'SUP')
  return {
    ...rest,
    elements: chosen.map((element) => ({ ...element, statements: element.statements.slice(-2) })),
  }
}
