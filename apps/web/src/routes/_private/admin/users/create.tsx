import { createFileRoute, notFound } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { can } from '#core/can.ts'
import { AddUser } from './-add-user.tsx'

export const Route = createFileRoute('/_private/admin/users/create')({
  beforeLoad: ({ context }) => {
    if (!can(context.user, 'create-users')) throw notFound()
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(api.tenants.choices.query()),
  head: () => ({ meta: [{ title: 'Add user' }] }),
  component: AddUser,
})
