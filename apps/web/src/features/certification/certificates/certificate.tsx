import { scaleOf } from 'rules/scores'
import type { Certification } from 'contract/certifications'
import { titleWithScope } from 'rules/scope'
import { formatScore } from 'rules/report-labels'
import { Link } from '@tanstack/react-router'
import { Download, Link2 } from 'lucide-react'
import { api } from '#core/api.ts'
import { showSuccess, showToast } from '#core/toast.ts'
import { QrCode } from '#ui/qr-code.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { OwnText } from '#ui/own-text.tsx'
import {
  CertificateCode,
  CertificateFact,
  CertificatePanel,
  ValidUntil,
} from './certificate-panel.tsx'
import { useDownload } from '#support/use-download.ts'

export function Certificate({ data }: { data: Certification }) {
  const { certification, report } = data
  return (
    <>
      {certification.revoked_reason !== null && (
        <Alert variant="destructive" title="This certificate was revoked." className="mb-4">
          <span dir="auto" translate="no" className="block wrap-anywhere">
            {certification.revoked_reason}
          </span>
        </Alert>
      )}
      <Newer data={data} />
      <CertificatePanel
        certificate={certification}
        scope={titleWithScope(certification.title, certification.scope)}
        bands={report.certification?.bands ?? []}
        unbanded={`Certified at ${formatScore(report.certified, scaleOf(report.content_set))}`}
        headingLevel={2}
        scores={report.elements.flatMap(({ certified }) => certified ?? [])}
        aside={<Facts data={data} />}
      >
        {certification.status === 'valid' && <Buttons data={data} />}
      </CertificatePanel>
    </>
  )
}

/** Leads to the certificate that replaced this one, or to the newest after it. */
function Newer({ data: { certification, others } }: { data: Certification }) {
  const newer = others.find(({ status, set }) => status === 'valid' && set === certification.set)
  if (certification.status !== 'superseded' || !newer) return null
  return (
    <Alert title="A newer certificate has replaced this one." className="mb-4">
      <Link
        to="/certification/$certificationId"
        params={{ certificationId: String(newer.id) }}
        className="link"
      >
        View the certificate for {newer.year}
      </Link>
    </Alert>
  )
}

const ON_BRAND =
  'max-sm:w-full text-brand-panel-foreground border-brand-panel-foreground bg-transparent hover:bg-brand-panel-line'

function Buttons({ data: { certification, verify_url: url } }: { data: Certification }) {
  const download = useDownload((init) =>
    api.certifications.pdf.call({ params: { id: certification.id } }, init),
  )
  return (
    <div className="mt-7 flex flex-wrap gap-2.5 print:hidden">
      <Button
        icon={<Download />}
        isLoading={download.isPending}
        className="bg-brand-panel-foreground text-brand-panel hover:bg-primary-tint max-sm:w-full dark:text-brand-panel"
        onClick={() => download.mutate()}
      >
        Download certificate
      </Button>
      <Button
        variant="outline"
        icon={<Link2 />}
        className={ON_BRAND}
        onClick={() => void copyLink(url)}
      >
        Copy verification link
      </Button>
    </div>
  )
}

async function copyLink(url: string) {
  await navigator.clipboard.writeText(url).then(
    () => showSuccess('Verification link copied'),
    () => showToast({ title: 'Copy this link', description: url }),
  )
}

function Facts({ data: { certification, verify_url, report } }: { data: Certification }) {
  const { code, valid_until, status, is_expiring, number } = certification
  return (
    <>
      <div className="flex gap-5 border-b pb-5">
        <QrCode text={verify_url} label="QR code for the verification page" className="size-30" />
        <CertificateCode code={code} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
        <ValidUntil status={status} day={valid_until}>
          {is_expiring && (
            <span className="block text-14 font-medium text-warning-ink">Expires soon</span>
          )}
        </ValidUntil>
        <CertificateFact term="Certificate number">
          <OwnText>{number}</OwnText>
        </CertificateFact>
        {report.certification && (
          <CertificateFact term="Certified by" isWide>
            <bdi translate="no">{report.certification.certified_by}</bdi>
          </CertificateFact>
        )}
      </dl>
    </>
  )
}
