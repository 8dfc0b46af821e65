import { ipOf } from '#core/client-address.ts'
import { terms } from 'contract/terms'
import { termsEditing } from 'contract/terms-editing'
import type { SignedInContext } from '#core/context.ts'
import { writeCsv } from '#core/csv.ts'
import { ApiError } from '#core/errors.ts'
import { type Server, handle, handleDetached } from '#core/handle.ts'
import { recordEvent } from '#support/audit.queries.ts'
import { getCurrentTerms, getLatestTerms, insertAcceptance } from '#support/terms.queries.ts'
import { updateUser } from '#features/identity/accounts.queries.ts'
import { limitExports } from '#support/limit-attempts.ts'
import { inVisibleAndPlatform } from '#support/tenant-scope.ts'
import {
  discardDraft,
  publishDraft,
  readVersions,
  saveDraft,
} from '#features/organisations/publish-terms.ts'
import { insertOrganisationTerms, listOrganisationTerms } from './terms-editing.queries.ts'
import { requireVersion, listAcceptances, countAcceptances } from './acceptances.queries.ts'

/** More rows than any installation has. */
const ALL = 1_000_000

export function termsRoutes(server: Server): void {
  handle(server, terms.latest, (_, { db, scope }) => getLatestTerms(db, scope))
  handle(server, terms.current, (_, { db, scope, actor }) => getCurrentTerms(db, scope, actor.id))
  handle(server, terms.accept, async ({ body }, { db, scope, actor, request }) => {
    const current = await getCurrentTerms(db, scope, actor.id)
    if (current.id !== body.terms_id)
      throw new ApiError('conflict', 'The terms have changed. Read and accept the new version.', {
        details: { terms_id: current.id },
      })
    await insertAcceptance(db, scope, actor.id, current.id, ipOf(request) ?? request.ip)
    await updateUser(db, scope, actor.id, { accepted_terms_version: current.version })
    await recordEvent(db, { scope, actor, request }, 'terms.accepted', {
      details: { version: current.version },
    })
    return await getCurrentTerms(db, scope, actor.id)
  })
  handleDetached(server, termsEditing.versions, (_, context) => readVersions(context))
  handleDetached(server, termsEditing.saveDraft, ({ body }, context) => saveDraft(context, body))
  handleDetached(server, termsEditing.discardDraft, ({ query }, context) =>
    discardDraft(context, query.version),
  )
  handleDetached(server, termsEditing.publish, async ({ body }, context) => {
    await publishDraft(context, body.version)
    return await readVersions(context)
  })
  handleDetached(server, termsEditing.acceptances, async ({ params, query }, context) => {
    const { page, limit, name } = query
    const filter = { termsId: params.id, name }
    return await inVisibleAndPlatform(context, async (db, scope) => {
      await requireVersion(db, params.id)
      return {
        rows: await listAcceptances(db, scope, filter, { limit, offset: (page - 1) * limit }),
        total: await countAcceptances(db, scope, filter),
        has_more_than_total: false,
      }
    })
  })
  handleDetached(server, termsEditing.acceptancesCsv, ({ params, query }, context) =>
    limitExports(context, () =>
      exportAcceptances(context, { termsId: params.id, name: query.name }),
    ),
  )
  handle(server, termsEditing.additions, async (_, { db, scope }) => ({
    additions: await listOrganisationTerms(db, scope),
  }))
  handle(
    server,
    termsEditing.publishOrganisationTerms,
    async ({ body }, { db, scope, actor, request }) => {
      if (!(await insertOrganisationTerms(db, scope, body))) {
        const additions = await listOrganisationTerms(db, scope)
        // The same text was sent twice.
        if (additions[0]?.text === body.text) return { additions }
        throw new ApiError('conflict', 'Someone else changed these terms while you were editing.', {
          details: { addition: additions[0] ?? null },
        })
      }
      await recordEvent(db, { scope, actor, request }, 'terms_addition.published', {
        details: { version: body.version + 1 },
      })
      return { additions: await listOrganisationTerms(db, scope) }
    },
  )
}

async function exportAcceptances(
  context: SignedInContext,
  filter: { termsId: number; name: string | undefined },
) {
  const rows = await inVisibleAndPlatform(context, async (db, scope) => {
    await requireVersion(db, filter.termsId)
    return await listAcceptances(db, scope, filter, { limit: ALL, offset: 0 })
  })
  await context.inTenant((db) =>
    recordEvent(db, context, 'terms_acceptances.exported', { details: { users: rows.length } }),
  )
  context.reply.header('content-disposition', 'attachment; filename="acceptances.csv"')
  return writeCsv([
    [
      'Name',
      'Email',
      'Organisation',
      'Accepted at (UTC)',
      'IP address',
      'Organisation-specific terms',
    ],
    ...rows.map(({ name, email, tenant, accepted_at, address, addition_version }) => [
      name,
      email,
      tenant,
      accepted_at,
      address,
      addition_version,
    ]),
  ])
}
