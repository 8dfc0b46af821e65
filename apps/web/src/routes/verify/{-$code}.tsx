import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { api } from '#core/api.ts'
import { IssuerFrame, loadIssuer } from '#features/frames/issuer-frame.tsx'
import { Verified } from '#features/certification/certificates/verified.tsx'
import { VerifyFailure, VerifyForm } from '#features/certification/certificates/verify-form.tsx'
import { Page, PageHead } from '#ui/page.tsx'

/** Certificates show this address and their code, also as a QR code. */
export const Route = createFileRoute('/verify/{-$code}')({
  // Always load the current status.
  loader: async ({ params: { code }, context }) => {
    await loadIssuer(context)
    return code === undefined ? null : await api.certifications.verify.call({ params: { code } })
  },
  head: () => ({ meta: [{ title: 'Certificate' }] }),
  component: VerifyPage,
  errorComponent: VerifyError,
})

function VerifyPage() {
  const certificate = Route.useLoaderData()
  const { code = '' } = Route.useParams()
  return (
    <IssuerFrame page="Certificate">
      {certificate ? (
        <Page className="py-10">
          <Verified certificate={certificate} code={code} />
        </Page>
      ) : (
        <Page width="form" className="py-14">
          <PageHead title="Check a certificate" />
          <VerifyForm />
        </Page>
      )}
    </IssuerFrame>
  )
}

function VerifyError(props: ErrorComponentProps) {
  return (
    <IssuerFrame page="Certificate">
      <VerifyFailure {...props} />
    </IssuerFrame>
  )
}
