import type { Verification } from 'contract/certifications'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import {
  CertificateCode,
  CertificateFact,
  CertificatePanel,
  ValidUntil,
} from './certificate-panel.tsx'
import { formatDay } from '#features/certification/status-labels.ts'

const STATUS = {
  valid: 'Valid',
  expired: 'Expired',
  superseded: 'Replaced',
  revoked: 'Revoked',
} as const

export function Verified({ certificate, code }: { certificate: Verification; code: string }) {
  const { status, number, issuer, scope, holder, valid_from, valid_until } = certificate
  const grouped = (
    code
      .toUpperCase()
      .replaceAll(/[\s\p{Pd}]/gu, '')
      .match(/.{1,4}/gu) ?? []
  ).join('-')
  return (
    <CertificatePanel
      certificate={certificate}
      scope={scope}
      bands={certificate.bands}
      unbanded={holder}
      headingLevel={1}
      // The scores are private, so the code shapes the hill.
      scores={grouped.split('').map((character) => (character.codePointAt(0) ?? 0) / 100)}
      aside={
        <>
          <div className="border-b pb-5">
            <CertificateCode code={grouped} />
          </div>
          <dl className="grid grid-cols-2 gap-4">
            <CertificateFact term="Status">{STATUS[status]}</CertificateFact>
            <CertificateFact term="Certificate number">
              <OwnText>{number}</OwnText>
            </CertificateFact>
            <CertificateFact term="Holder">
              <bdi translate="no">{holder}</bdi>
            </CertificateFact>
            <CertificateFact term="Issued by">
              <bdi translate="no">{issuer}</bdi>
            </CertificateFact>
            <CertificateFact term="Valid from">
              <OwnText>{formatDay(valid_from)}</OwnText>
            </CertificateFact>
            <ValidUntil status={status} day={valid_until} />
            <CertificateFact term="Scope" isWide>
              <ContentText>{scope}</ContentText>
            </CertificateFact>
          </dl>
        </>
      }
    />
  )
}
