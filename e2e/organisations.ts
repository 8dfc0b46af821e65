import type { ContentSetFile } from 'contract/content-format'
import type { Db } from 'api/db/scope'
import { demoSet } from 'api/demo/demo-set'
import { aContentSet, aTenant, aUser, theTenant } from 'api/testing/factories'

/** A new organisation with a short assessment and one user, who stays on a statement after answering. */
export async function aSmallOrganisation(db: Db, { movesOn = false, hasOptional = false } = {}) {
  const tenant = await aTenant(db, { name: 'Millbrook Care' })
  const contentSetId = await aContentSet(db, { tenant, file: shortSet(hasOptional) })
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

/** Two elements of two statements; the second of each can be marked as not applicable. A third one is optional. */
function shortSet(hasOptional: boolean): ContentSetFile {
  const { elements, ...rest } = demoSet()
  const keys = new Set(['SRV', 'SUP', ...(hasOptional ? ['TST'] : [])])
  return {
    ...rest,
    elements: elements
      .filter(({ key }) => keys.has(key))
      .map((element) => ({
        ...element,
        required: element.key !== 'TST',
        statements: element.statements.slice(-2),
      })),
  }
}
