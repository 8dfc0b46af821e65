import { contentSets } from 'contract/content-sets'
import { type Server, handleDetached } from '#core/handle.ts'
import { addElement, beginDraft } from './begin-draft.ts'
import { inContentSet } from '#features/content/in-content-set.ts'
import { listContentSets } from './list-content-sets.ts'
import { saveDraft } from './save-draft.ts'
import { detailsOf, elementOf, faultsOf, latestSaveOf } from './show-content-set.ts'

// Detached: each opens the one transaction of the organisation whose set it is, which is not always the host's.
export function draftRoutes(server: Server): void {
  handleDetached(server, contentSets.list, ({ query }, context) => listContentSets(context, query))

  handleDetached(server, contentSets.create, ({ body }, context) => beginDraft(context, body))

  handleDetached(server, contentSets.get, ({ params: { id } }, context) =>
    inContentSet(context, id, (db, scope, set) => detailsOf(db, context, scope, set)),
  )

  handleDetached(server, contentSets.latestSave, ({ params: { id } }, context) =>
    inContentSet(context, id, (db, scope, set) => latestSaveOf(db, context, scope, set)),
  )

  handleDetached(server, contentSets.element, ({ params: { id, elementId } }, context) =>
    inContentSet(context, id, (db, scope, set) => elementOf(db, context, scope, set, elementId)),
  )

  handleDetached(server, contentSets.addElement, ({ params, body }, context) =>
    addElement(context, params.id, body),
  )

  handleDetached(server, contentSets.save, ({ params, body }, context) =>
    saveDraft(context, params.id, body),
  )

  handleDetached(server, contentSets.faults, async ({ params: { id } }, context) => ({
    faults: await inContentSet(context, id, (db, scope, set) => faultsOf(db, scope, set)),
  }))
}
