import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { requirePasswords } from '#features/registration/guards.ts'
import { LinkGate } from '#features/registration/link-gate.tsx'
import { ResetForm } from './-reset-form.tsx'

export const Route = createFileRoute('/_auth/forgot-password/$signature')({
  beforeLoad: requirePasswords,
  head: () => ({ meta: [{ title: 'Choose a new password' }] }),
  component: ResetPage,
})

function ResetPage() {
  const params = Route.useParams()
  return (
    <LinkGate
      check={api.registration.checkReset.query({ params })}
      again="/forgot-password"
      otherwise="Your password is as it was."
    >
      {(email) => <ResetForm email={email} signature={params.signature} />}
    </LinkGate>
  )
}
