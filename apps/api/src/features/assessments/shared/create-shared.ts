import type { AssessmentType } from 'contract/fields'
import type { Offered } from 'contract/shared-assessments'
import type { SignedInContext } from '#core/context.ts'
import type { Db } from '#db/scope.ts'
import { ApiError, notFound } from '#core/errors.ts'
import { yearOf } from '#core/host-tenant.ts'
import { insertAssessment } from '#features/assessments/assessments.queries.ts'
import { WHOLE } from '#features/assessments/edition-for.ts'
import { type Wanted, scopeOf, scopeShown } from '#features/assessments/scope-choice.ts'
import { editionOf } from '#features/content/edition.ts'
import { listInForce } from '#features/content/content-sets.queries.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { requireEligible } from './managed.ts'
import { findSharedScope } from './fill.queries.ts'
import { listAvailable } from './shared-list.queries.ts'

type Body = { family_id: number; type: AssessmentType; owner_id: number } & Wanted

/** Creates this year's shared assessment of a content set and type, without answers. */
export async function createShared(db: Db, context: SignedInContext, body: Body) {
  const { app, scope, tenant } = context
  const { family_id, type } = body
  refusePublic(context)
  const year = yearOf(tenant, app.adapters.now())
  const set = (await listInForce(db, scope, year, type)).find((one) => one.family_id === family_id)
  if (!set) throw notFound('content set')
  const owner = await requireEligible(db, context, body.owner_id)
  const edition = await editionOf(db, scope, app.cache, set.id)
  const before = await findSharedScope(db, scope, { family_id, type, year })
  const made = await insertAssessment(db, scope, {
    owner_id: owner.id,
    is_shared: true,
    family_id,
    content_set_id: set.id,
    year,
    type,
    carried_from: null,
    ...scopeOf(edition, body, before),
  })
  if (!made.isNew)
    throw new ApiError(
      'conflict',
      `Your organisation already answers “${set.title}” together this year. Open the assessment in the list.`,
    )
  await recordEvent(db, context, 'shared_assessment.created', {
    subject: `user ${owner.id}`,
    details: { title: set.title, year, type },
  })
  return made.id
}

function refusePublic({ tenant }: SignedInContext) {
  if (tenant.kind === 'public')
    throw new ApiError(
      'forbidden',
      'Users in the public organisation work for different organisations, so they can’t answer together.',
    )
}

/** The content sets that the organisation can answer together this year, with what can be chosen of each. */
export async function listOffered(db: Db, context: SignedInContext) {
  const { app, scope, tenant } = context
  const year = yearOf(tenant, app.adapters.now())
  const sets: Offered[] = []
  for (const { id, has_groups, ...offered } of await listAvailable(db, scope, year)) {
    const edition = has_groups && (await editionOf(db, scope, app.cache, id))
    const before = edition && (await findSharedScope(db, scope, { ...offered, year }))
    const shown = edition && scopeShown(edition, before || WHOLE, [], true)
    sets.push({ ...offered, ...(shown && { scope: shown }) })
  }
  return { year, sets }
}
