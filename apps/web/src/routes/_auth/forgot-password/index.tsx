import { createFileRoute, Link } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { requirePasswords } from '#features/identity/registration/registration-guards.ts'
import { AskForm } from '#features/identity/registration/ask-form.tsx'

export const Route = createFileRoute('/_auth/forgot-password/')({
  beforeLoad: requirePasswords,
  head: () => ({ meta: [{ title: 'Forgot your password?' }] }),
  component: ForgotPasswordPage,
})

function ForgotPasswordPage() {
  return (
    <AskForm
      title="Forgot your password?"
      intro="Enter the email address you sign in with. We’ll email you a link to set a new password."
      label="Send link"
      mutation={api.registration.requestReset.mutation()}
      promise={(email) =>
        `If there is an account for ${email} that can use a password, we have sent a link to set a new password. The link works once and expires after 1 hour.`
      }
    >
      <p>
        <Link to="/login" className="link">
          Back to sign in
        </Link>
      </p>
    </AskForm>
  )
}
