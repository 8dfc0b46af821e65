import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { api } from '#core/api.ts'
import { safeRedirect } from 'contract/safe-redirect'
import { logout } from '#core/session.ts'
import { homeOf, userQuery } from '#features/session/user.ts'
import { FailureAlert } from '#features/shell/failure-alert.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Form } from '#ui/form.tsx'

interface TermsBarProps {
  termsId: number
  /** Where somebody was going when the terms came first. */
  wayBack: string | undefined
}

export function TermsBar({ termsId, wayBack }: TermsBarProps) {
  const accept = useAccept(wayBack)
  const [isTicked, setTicked] = useState(false)
  const [isTried, setTried] = useState(false)
  return (
    <Form
      onSubmit={submit}
      data-sticky="bottom"
      data-print="hide"
      className="sticky bottom-0 border-t bg-card"
    >
      <div className="mx-auto max-w-[calc(680px+2*var(--gutter))] px-(--gutter) py-3.5">
        <FailureAlert
          error={accept.error}
          title="Your acceptance was not saved."
          className="mb-3"
        />
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <Checkbox
            label="I have read and accept the terms of use"
            checked={isTicked}
            onChange={(event) => setTicked(event.target.checked)}
            error={isTried && !isTicked ? 'Tick the box to accept the terms' : undefined}
          />
          <div className="flex flex-row-reverse gap-3 max-sm:w-full max-sm:flex-col">
            <Button type="submit" isLoading={accept.isPending}>
              Accept and continue
            </Button>
            <Decline />
          </div>
        </div>
      </div>
    </Form>
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isTicked) accept.mutate({ body: { terms_id: termsId } })
  }
}

function useAccept(wayBack: string | undefined) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation({
    ...api.terms.accept.mutation(),
    onSuccess: async (terms) => {
      queryClient.setQueryData(api.terms.current.query().queryKey, terms)
      const { user } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
      const target = safeRedirect(wayBack)
      router.history.push(target === '/' ? homeOf(user) : target)
    },
    // A newer version may have come into force meanwhile: show that one.
    onError: () => queryClient.invalidateQueries({ queryKey: api.terms.current.key }),
  })
}

function Decline() {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <AlertDialog
      trigger={<Button variant="outline">Decline</Button>}
      title="Decline the terms of use?"
      description="Without them you cannot use Waymark, so you will be signed out. Nothing is deleted, and you can accept them when you next sign in."
      actionLabel="Decline and sign out"
      isLoading={isLeaving}
      onAction={() => {
        setLeaving(true)
        void logout()
      }}
    />
  )
}
