import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, wholeNumber } from '#core/lenient.ts'
import { requireWriter } from '#features/session/guards.ts'
import { AddUser } from './-add-user.tsx'

export const Route = createFileRoute('/_private/admin/users/create')({
  // Where somebody came from; another can be chosen.
  validateSearch: lenient({ tenant_id: wholeNumber(1) }),
  beforeLoad: requireWriter,
  loader: ({ context }) => context.queryClient.ensureQueryData(api.tenants.choices.query()),
  head: () => ({ meta: [{ title: 'Add user' }] }),
  component: AddUserPage,
})

function AddUserPage() {
  return <AddUser organisation={Route.useSearch().tenant_id} />
}
