import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import type { CertificationSummary } from 'contract/certifications'
import { BadgeCheck } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatDay } from '#features/certification/day.ts'
import { statusWords } from '#features/certification/status-words.ts'
import { Alert } from '#ui/alert.tsx'

/** The certificate that this year's certification renews: the one in force, else the last one. */
export function EarlierCertificate({ overview }: { overview: Overview }) {
  const { data } = useQuery({ ...api.certifications.list.query(), staleTime: 0 })
  const earlier = data?.rows.filter(({ year }) => year < overview.year) ?? []
  const certificate = earlier.find(({ status }) => status === 'valid') ?? earlier[0]
  if (!certificate) return null
  const { id, year, number } = certificate
  const isSound = certificate.status === 'valid' && !certificate.is_expiring
  return (
    <section aria-label={`Certificate of ${year}`}>
      <Alert
        {...(isSound ? { icon: <BadgeCheck /> } : { variant: 'warning' })}
        title={`${standingWords(certificate)}.`}
        action={
          <Link
            to="/certification/$certificationId"
            params={{ certificationId: String(id) }}
            className="link hit-44"
          >
            View certificate<span className="sr-only"> of {year}</span>
          </Link>
        }
      >
        Certificate {number} of {year}. {renewalWords(overview)}
      </Alert>
    </section>
  )
}

function standingWords(certificate: CertificationSummary) {
  const { status, is_expiring: isExpiring, valid_until: day } = certificate
  if (status !== 'valid') return statusWords(certificate)
  return `${isExpiring ? 'Expires on' : 'Valid until'} ${formatDay(day)}`
}

function renewalWords({ year, assessment }: Overview) {
  return assessment === null
    ? `Renewal starts here, with the certification of ${year}.`
    : `The certification of ${year} renews it.`
}
