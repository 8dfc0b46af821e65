import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { hasCode } from '#core/api-error.ts'
import { showSuccess } from '#core/toast.ts'
import { userQuery } from '#core/user.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/** Confirms on a click, because mail scanners open links. */
export function ConfirmEmail({ signature }: { signature: string }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const confirm = useMutation({
    ...api.account.confirmEmailChange.mutation(),
    onSuccess: async (answer) => {
      queryClient.setQueryData(userQuery.queryKey, answer)
      showSuccess('Email changed', `Your email address is now ${answer.user.email}.`)
      await navigate({ to: '.', search: {}, replace: true })
    },
  })
  const isInvalid = hasCode(confirm.error, 'signature-invalid', 'invalid-input')
  if (isInvalid) {
    return (
      <Alert variant="warning" isLive title="This link no longer works." className="mb-8">
        The link has expired, was cancelled, has already been used or belongs to another account.
        Change your email below to get a new link.
      </Alert>
    )
  }
  return (
    <>
      <Alert
        className="mb-8"
        title="Confirm your new email."
        action={
          <Button
            isLoading={confirm.isPending}
            onClick={() => confirm.mutate({ body: { signature } })}
          >
            Confirm email
          </Button>
        }
      >
        After you confirm the new address, we send emails there. If you sign in with a password, use
        the new address.
      </Alert>
      <FailureAlert
        error={confirm.error}
        title="Your email address was not changed."
        className="mb-8"
      />
    </>
  )
}
