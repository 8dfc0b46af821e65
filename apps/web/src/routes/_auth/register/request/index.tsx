import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { AskForm } from '#features/identity/registration/ask-form.tsx'
import { requireRegistration } from '#features/identity/registration/registration-guards.ts'
import { useTenant } from '#core/tenant.ts'

export const Route = createFileRoute('/_auth/register/request/')({
  validateSearch: lenient({ redirect: someText }),
  beforeLoad: requireRegistration,
  head: () => ({ meta: [{ title: 'Request access' }] }),
  component: RequestPage,
})

function RequestPage() {
  const search = Route.useSearch()
  const { name } = useTenant()
  return (
    <AskForm
      title="Request access"
      intro={`We’ll email you a link to register with ${name}.`}
      label="Send link"
      mutation={api.registration.request.mutation()}
      promise={(email) =>
        `We have sent a link to ${email}. The link works once and expires after 7 days.`
      }
    >
      <p>
        Already have an account?{' '}
        <Link to="/login" search={search} className="link">
          Sign in
        </Link>
      </p>
    </AskForm>
  )
}
