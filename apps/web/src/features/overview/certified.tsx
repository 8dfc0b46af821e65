import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CertificationSummary } from 'contract/certifications'
import { ArrowRight } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatDay } from '#features/certification/day.ts'
import { statusWords } from '#features/certification/status-words.ts'
import { Button } from '#ui/button.tsx'
import { BUTTON_LOOK, BrandPanel } from './next-step.tsx'

/** The way to the certificate of a year, and whether it still proves anything. */
export function Certified({ year, title }: { year: number; title: string | undefined }) {
  const { data, isPending } = useQuery({ ...api.certifications.list.query(), staleTime: 0 })
  if (isPending) return null
  const certificate = data?.rows.find((row) => row.year === year && row.title === title)
  return (
    <BrandPanel overline={`Certification ${year}`} {...wordsOf(certificate)}>
      <Button asChild size="lg" className={BUTTON_LOOK}>
        <Link {...(certificate ? reportOf(certificate) : listOf(year))}>
          View certificate
          <ArrowRight aria-hidden="true" />
        </Link>
      </Button>
    </BrandPanel>
  )
}

function reportOf({ id }: CertificationSummary) {
  const params = { certificationId: String(id) }
  return { to: '/certification/$certificationId', params } as const
}

/** Where the list did not come, or the certificate is of another title by now. */
function listOf(year: number) {
  return { to: '/certification', search: { year } } as const
}

function wordsOf(certificate: CertificationSummary | undefined) {
  if (certificate?.status === 'revoked')
    return { title: 'The certificate was revoked', words: `${statusWords(certificate)}.` }
  if (certificate?.status === 'expired')
    return { title: 'The certificate has expired', words: `${statusWords(certificate)}.` }
  const words = 'It can be shown, downloaded and checked by anybody who has its code.'
  if (certificate?.is_expiring)
    return { title: `It expires on ${formatDay(certificate.valid_until)}`, words }
  return { title: 'The certificate is issued', words }
}
