import { editions } from 'contract/editions'
import { type Server, handleDetached } from '#core/handle.ts'
import { beginVersion } from './begin-version.ts'
import { copyTemplate } from './copy-template.ts'
import { removeContentSet, retireEdition } from './end-edition.ts'
import { publishDraft } from './publish-draft.ts'
import { comparisonOf, historyOf } from './show-history.ts'
import { impactOf } from './show-impact.ts'
import { copiesOf } from './template-copies.ts'

export function editionRoutes(server: Server): void {
  handleDetached(
    server,
    editions.impact,
    async ({ params }, context) => await impactOf(context, params.id),
  )

  handleDetached(
    server,
    editions.publish,
    async ({ params, body }, context) => await publishDraft(context, params.id, body),
  )

  handleDetached(
    server,
    editions.newVersion,
    async ({ params }, context) => await beginVersion(context, params.id),
  )

  handleDetached(
    server,
    editions.history,
    async ({ params }, context) => await historyOf(context, params.id),
  )

  handleDetached(
    server,
    editions.compare,
    async ({ params, query }, context) => await comparisonOf(context, params.id, query.with),
  )

  handleDetached(
    server,
    editions.retire,
    async ({ params }, context) => await retireEdition(context, params.id),
  )

  handleDetached(
    server,
    editions.remove,
    async ({ params }, context) => await removeContentSet(context, params.id),
  )

  handleDetached(
    server,
    editions.copies,
    async ({ params }, context) => await copiesOf(context, params.id),
  )

  handleDetached(
    server,
    editions.copy,
    async ({ params, body }, context) => await copyTemplate(context, params.id, body.tenant_ids),
  )
}
