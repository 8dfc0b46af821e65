import { editions } from 'contract/editions'
import { type Server, handleDetached } from '#core/handle.ts'
import { brandOf } from '#features/reports/brand-of.ts'
import { writeReportPdf } from '#features/reports/write-pdf.ts'
import type { SignedInContext } from '#core/context.ts'
import { yearOf } from '#core/host-tenant.ts'
import { draftOfFile } from '#features/content/draft-of-file.ts'
import { exportContentSet } from '#features/content/read-draft.ts'
import { inContentSet } from '#features/content/in-content-set.ts'
import { buildSnapshot } from '#features/reports/build-snapshot.ts'
import { type Levels, previewInput } from './preview-input.ts'
import { getHostTenant } from '#support/tenants.queries.ts'
import { readDraft } from '#features/content/read-draft.queries.ts'

export function previewRoutes(server: Server): void {
  handleDetached(server, editions.preview, async ({ params, query }, context) => {
    const { snapshot } = await previewReport(context, params.id, query)
    return snapshot
  })

  handleDetached(server, editions.previewPdf, async ({ params, query }, context) => {
    const { snapshot, tenant } = await previewReport(context, params.id, query)
    const brand = await brandOf(context, tenant)
    context.reply.header('content-disposition', 'attachment; filename="report-preview.pdf"')
    return await writeReportPdf(context.app.adapters.printer, { snapshot, brand })
  })
}

/** The action report of an edition or a draft with sample answers. */
async function previewReport(context: SignedInContext, id: number, levels: Levels) {
  const { head, elements, tenant } = await inContentSet(context, id, async (db, scope, set) => {
    // At the platform, the set's organisation isn't the host's.
    const tenant = await getHostTenant(db, scope.tenantId)
    const draft = await readDraft(db, scope, id)
    if (draft) return { ...draft, elements: draft.elements.map(({ element }) => element), tenant }
    return { ...draftOfFile(await exportContentSet(db, scope, id), set), tenant }
  })
  const createdAt = context.app.adapters.now()
  const year = yearOf(tenant, createdAt)
  const input = previewInput(head, elements, levels, { year, createdAt, organisation: tenant.name })
  return { snapshot: buildSnapshot(input), tenant }
}
