import type { CertificationSummary } from 'contract/certifications'
import type { ReportSnapshot } from 'contract/reports'
import type { ReactNode } from 'react'
import { formatDate } from '#core/time.ts'
import { CertificationBadge } from '#features/certification/certification-badge.tsx'
import { formatDay, statusText } from '#features/certification/status-labels.ts'
import { ContentText } from '#ui/content-text.tsx'
import { Alert } from '#ui/alert.tsx'

interface CertificationFactsProps {
  certification: CertificationSummary
  report: ReportSnapshot
  verifyUrl: string
  children: ReactNode
}

export function CertificationFacts(props: CertificationFactsProps) {
  const { certification, report, verifyUrl, children } = props
  const { title, language, year, revoked_at: revokedAt, revoked_reason: reason } = certification
  return (
    <section aria-labelledby="certificate" className="mb-8">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2 id="certificate" className="text-21 font-semibold">
          <ContentText language={language}>{title}</ContentText> {year}
        </h2>
        <CertificationBadge {...certification} />
        <span className="sm:ms-auto">{children}</span>
      </div>
      {certification.status === 'superseded' && (
        <Alert title={`${statusText(certification)} by a newer certificate.`} className="mb-4" />
      )}
      {revokedAt !== null && (
        <Alert
          variant="destructive"
          title={`Revoked on ${formatDate(revokedAt)}.`}
          className="mb-4"
        >
          <span translate="no" className="whitespace-pre-line">
            {reason}
          </span>
        </Alert>
      )}
      <dl className="grid gap-x-8 gap-y-4 rounded-lg border bg-card p-4 sm:grid-cols-2 lg:grid-cols-3">
        <Fact label="Holder">
          <bdi translate="no">{certification.holder}</bdi>
        </Fact>
        <Fact label="Band">
          {certification.band === null ? (
            'No bands in this content set'
          ) : (
            <ContentText language={language}>{certification.band}</ContentText>
          )}
        </Fact>
        <Fact label="Certificate number">
          <span translate="no">{certification.number}</span>
        </Fact>
        <Fact label="Valid">
          {formatDay(certification.valid_from)} to {formatDay(certification.valid_until)}
        </Fact>
        <Fact label="Verification code">
          <a href={verifyUrl} translate="no" className="link hit-44">
            {certification.code}
          </a>
        </Fact>
        <Fact label="Certified by">
          <bdi translate="no">{report.certification?.certified_by}</bdi>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted-foreground">{label}</dt>
      <dd className="text-15 font-medium wrap-anywhere tabular-nums">{children}</dd>
    </div>
  )
}
