import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '#core/api.ts'
import { useUser } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmailForm } from './email-form.tsx'
import { Section } from './section.tsx'

const SignInAgain = lazy(() =>
  import('#features/proof/sign-in-again.tsx').then((module) => ({ default: module.SignInAgain })),
)

export function EmailSection() {
  const user = useUser()
  return (
    <Section
      title="Email"
      meta={
        <>
          You sign in with <strong className="font-medium text-foreground">{user.email}</strong>.
        </>
      }
    >
      {user.pending_email ? <Pending email={user.pending_email} /> : <Change />}
    </Section>
  )
}

function Change() {
  const { proof } = useSuspenseQuery(api.identities.list.query()).data
  if (proof === 'too-old') {
    return (
      <Suspense fallback={<div className="h-25" />}>
        <SignInAgain title="Sign in again to change it." />
      </Suspense>
    )
  }
  return <EmailForm proof={proof} />
}

function Pending({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const cancel = useMutation({
    ...api.users.cancelEmailChange.mutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.users.me.key }),
  })
  return (
    <>
      <Alert
        title={`Waiting for ${email}.`}
        action={
          <Button
            variant="outline"
            size="xs"
            isLoading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Withdraw change
          </Button>
        }
      >
        Open the link in the mail that we sent there. Until then you sign in with your present
        address.
      </Alert>
      <FailureAlert error={cancel.error} title="The change was not withdrawn." />
    </>
  )
}
