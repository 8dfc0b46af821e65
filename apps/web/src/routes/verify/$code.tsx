import { createFileRoute } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { VerifyError } from '#features/certification/verify-error.tsx'
import { Verified } from '#features/certification/verified.tsx'
import { SiteFrame } from '#features/shell/site-frame.tsx'
import { Page } from '#ui/page.tsx'

export const Route = createFileRoute('/verify/$code')({
  // How a certificate stands is asked for each time.
  loader: ({ params: { code } }) => api.certifications.verify.call({ params: { code } }),
  head: () => ({ meta: [{ title: 'Certificate' }] }),
  component: VerifyPage,
  errorComponent: VerifyError,
})

function VerifyPage() {
  return (
    <SiteFrame>
      <Page className="py-10">
        <Verified certificate={Route.useLoaderData()} code={Route.useParams().code} />
      </Page>
    </SiteFrame>
  )
}
