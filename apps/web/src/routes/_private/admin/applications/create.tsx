import { createFileRoute, notFound } from '@tanstack/react-router'
import { can } from '#core/can.ts'
import { tenantQuery } from '#core/tenant.ts'
import { PageHead } from '#ui/page.tsx'
import { CreateForm } from '#features/organisations/create-form.tsx'

export const Route = createFileRoute('/_private/admin/applications/create')({
  beforeLoad: async ({ context }) => {
    const tenant = await context.queryClient.ensureQueryData(tenantQuery)
    if (!can(context.user, 'create-company') || !tenant.is_platform) throw notFound()
  },
  head: () => ({ meta: [{ title: 'Create new company' }] }),
  component: CreatePage,
})

function CreatePage() {
  return (
    <div className="max-w-160">
      <PageHead
        title="Create new company"
        meta="The organisation’s site is available straight away. You can change the details later."
      />
      <CreateForm />
    </div>
  )
}
