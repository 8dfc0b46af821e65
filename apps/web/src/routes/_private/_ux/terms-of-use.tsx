import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Terms } from 'contract/terms'
import { api } from '#core/api.ts'
import { lenient, someText } from '#core/lenient.ts'
import { formatDate } from '#core/time.ts'
import { Markdown } from '#features/shell/markdown.tsx'
import { TermsText } from '#features/terms/terms-text.tsx'
import { Page, PageHead } from '#ui/page.tsx'
import { TermsBar } from './-terms-bar.tsx'

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
        <PageHead title="Terms of use" meta={whatAndWhen(terms)} />
        {terms.what_changed && terms.accepted_at === null && (
          <section aria-labelledby="changed" className="mb-10 border-l-3 border-primary-ui pl-4">
            <h2 id="changed" className="text-16 font-semibold">
              What has changed since version {terms.version - 1}
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

function whatAndWhen(terms: Terms) {
  const inForce = `Version ${terms.version}, in force from ${formatDate(terms.effective_at)}.`
  if (terms.accepted_at !== null) {
    return `${inForce} You accepted them on ${formatDate(terms.accepted_at)}.`
  }
  const minutes = Math.max(1, Math.round(terms.text.split(/\s+/).length / WORDS_A_MINUTE))
  return `${inForce} A ${minutes}\u2011minute read.`
}
