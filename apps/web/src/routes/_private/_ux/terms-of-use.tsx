import { plural } from 'rules/plural'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Terms } from 'contract/terms'
import { useState } from 'react'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { logout } from '#core/session.ts'
import { formatDate } from '#core/time.ts'
import { useUser } from '#core/user.ts'
import { useGoToTarget } from '#support/use-go-on.ts'
import { FailureAlert } from '#support/failure-alert.tsx'
import { Markdown } from '#support/markdown.tsx'
import { TermsText } from '#support/terms-text.tsx'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Form } from '#ui/form.tsx'
import { Page, PageHead } from '#ui/page.tsx'

export const Route = createFileRoute('/_private/_ux/terms-of-use')({
  validateSearch: lenient({ redirect: someText }),
  head: () => ({ meta: [{ title: 'Terms of use' }] }),
  loader: ({ context }) => context.queryClient.ensureQueryData(api.terms.current.query()),
  component: TermsPage,
})

function TermsPage() {
  const { data: terms } = useSuspenseQuery(api.terms.current.query())
  const { redirect } = Route.useSearch()
  return (
    <>
      <Page width="reading" className="flex-1 pt-12">
        <PageHead title="Terms of use" meta={versionText(terms)} />
        {terms.what_changed && terms.accepted_at === null && (
          <section aria-labelledby="changed" className="mb-10 border-l-3 border-primary-ui pl-4">
            <h2 id="changed" className="text-16 font-semibold">
              {`What has changed since version ${terms.version - 1}`}
            </h2>
            <Markdown text={terms.what_changed} />
          </section>
        )}
        <TermsText terms={terms} />
      </Page>
      {terms.accepted_at === null && <TermsBar termsId={terms.id} wayBack={redirect} />}
    </>
  )
}

const WORDS_A_MINUTE = 230

function versionText(terms: Terms) {
  const inForce = `Version ${terms.version}, in force from ${formatDate(terms.effective_at)}.`
  if (terms.accepted_at !== null) {
    return `${inForce} You accepted this version on ${formatDate(terms.accepted_at)}.`
  }
  const minutes = Math.max(1, Math.round(terms.text.split(/\s+/).length / WORDS_A_MINUTE))
  return `${inForce} Reading time: ${plural(minutes, { one: '# minute', other: '# minutes' })}.`
}

function TermsBar({ termsId, wayBack }: { termsId: number; wayBack: string | undefined }) {
  const accept = useAccept(wayBack)
  const [isTicked, setTicked] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
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
            error={isSubmitted && !isTicked ? 'Tick the box to accept the terms' : undefined}
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

  function submit() {
    setSubmitted(true)
    if (isTicked) accept.mutate({ body: { terms_id: termsId } })
  }
}

function useAccept(wayBack: string | undefined) {
  const goToTarget = useGoToTarget()
  const queryClient = useQueryClient()
  return useMutation({
    ...api.terms.accept.mutation(),
    onSuccess: async (terms) => {
      await goToTarget(wayBack)
      // The button goes with the new data, so only now.
      queryClient.setQueryData(api.terms.current.query().queryKey, terms)
    },
    // A newer version may have taken effect, so show it.
    onError: () => queryClient.invalidateQueries({ queryKey: api.terms.current.key }),
  })
}

function Decline() {
  const [isLeaving, setLeaving] = useState(false)
  // A version that users who accepted an earlier one don't have to accept.
  const isOptional = useUser().tc_accepted
  return (
    <AlertDialog
      trigger={<Button variant="outline">Decline</Button>}
      title="Decline the terms of use?"
      description={
        isOptional
          ? 'You’ll be signed out. Nothing is deleted. You can use Waymark without accepting this version of the terms.'
          : 'You can’t use Waymark without accepting the terms, so you’ll be signed out. Nothing is deleted. You can accept the terms when you next sign in.'
      }
      actionLabel="Decline and sign out"
      isLoading={isLeaving}
      onAction={() => {
        setLeaving(true)
        void logout()
      }}
    />
  )
}
