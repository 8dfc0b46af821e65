import { terms } from 'contract/terms'
import { ApiError } from '#core/errors.ts'
import { type Server, handle } from '#core/handle.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { updateUser } from '#features/identity/users.queries.ts'
import { getCurrentTerms, getLatestTerms, insertAcceptance } from '#support/terms.queries.ts'

export function termsRoutes(server: Server): void {
  handle(server, terms.latest, (_, { db, scope }) => getLatestTerms(db, scope))

  handle(server, terms.current, (_, { db, scope, actor }) => getCurrentTerms(db, scope, actor.id))

  handle(server, terms.accept, async ({ body }, { db, scope, actor, request }) => {
    const current = await getCurrentTerms(db, scope, actor.id)
    if (current.id !== body.terms_id)
      throw new ApiError('conflict', 'The terms have changed. Read the new version first.', {
        details: { terms_id: current.id },
      })
    await insertAcceptance(db, scope, actor.id, current.id, request.ip)
    await updateUser(db, scope, actor.id, { accepted_terms_version: current.version })
    await recordEvent(db, { scope, actor, request }, 'terms.accepted', {
      details: { version: current.version },
    })
    return await getCurrentTerms(db, scope, actor.id)
  })
}
