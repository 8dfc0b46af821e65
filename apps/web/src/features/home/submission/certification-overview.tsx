import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import type { CertificationSummary } from 'contract/certifications'
import { BadgeCheck } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatNumber, plural } from 'rules/plural'
import { formatDay, statusText } from '#features/certification/status-labels.ts'
import { useTenant } from '#core/tenant.ts'
import { useSys } from '#support/sys.ts'
import { Alert } from '#ui/alert.tsx'
import { Section } from '#ui/section.tsx'
import { canStart } from '#features/home/overview-profile.ts'
import { certificatesFor } from './certificates-for.ts'
import { Submission } from './submission.tsx'

export function CertificationOverview({ overview }: { overview: Overview }) {
  const { year: currentYear } = useTenant()
  const { year, assessment } = overview
  const isToCome = year === currentYear && assessment?.status !== 'certified'
  return (
    <>
      {isToCome && <EarlierCertificate overview={overview} />}
      {assessment && <Submission overview={overview} assessmentId={assessment.id} />}
      {canStart(overview, currentYear) && <CertificationSteps overview={overview} />}
    </>
  )
}

function EarlierCertificate({ overview }: { overview: Overview }) {
  const { data } = useQuery({ ...api.certifications.list.query(), staleTime: 0 })
  const earlier = certificatesFor(overview, data?.rows).filter(({ year }) => year < overview.year)
  const certificate = earlier.find(({ status }) => status === 'valid') ?? earlier[0]
  if (!certificate) return null
  const { id, year } = certificate
  const isSound = certificate.status === 'valid' && !certificate.is_expiring
  return (
    <section aria-label={`Certificate for ${year}`}>
      <Alert
        {...(isSound ? { icon: <BadgeCheck /> } : { variant: 'warning' })}
        title={`${titleText(certificate)}.`}
        action={
          <Link
            to="/certification/$certificationId"
            params={{ certificationId: String(id) }}
            className="link hit-44"
          >
            View certificate<span className="sr-only"> for {year}</span>
          </Link>
        }
      >
        {renewalText(certificate, overview)}
      </Alert>
    </section>
  )
}

function renewalText({ status, number, year }: CertificationSummary, overview: Overview) {
  const isStarted = overview.assessment !== null
  if (status === 'revoked')
    return isStarted
      ? `This was certificate ${number} for ${year}. Your certification for ${overview.year} can lead to a new certificate.`
      : `This was certificate ${number} for ${year}. To get a new one, start your certification for ${overview.year}.`
  return isStarted
    ? `Your certification for ${overview.year} renews certificate ${number} for ${year}.`
    : `To renew certificate ${number} for ${year}, start your certification for ${overview.year}.`
}

function titleText(certificate: CertificationSummary) {
  const { status, is_expiring: isExpiring, valid_until: day } = certificate
  if (status !== 'valid') return statusText(certificate)
  return `${isExpiring ? 'Expires on' : 'Valid until'} ${formatDay(day)}`
}

function CertificationSteps({ overview }: { overview: Overview }) {
  const isMailOff = useSys()?.is_mail_off
  return (
    <Section
      id="certification-steps"
      title="How certification works"
      className="rounded-lg border bg-card p-5"
    >
      <p className="mt-1 text-15 text-muted-foreground">
        An auditor checks your answers and issues a certificate. Anyone can check the certificate
        online with the code printed on it.
      </p>
      <ol className="mt-4 grid gap-4">
        {stepsOf(overview, isMailOff).map(([title, text], index) => (
          <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full bg-primary-tint-strong text-14 font-semibold tabular-nums"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-15/7 font-medium">{title}</h3>
              <p className="text-15 text-muted-foreground">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function stepsOf(
  { elements, asking_for_evidence: asking }: Overview,
  isMailOff: boolean | undefined,
) {
  const required = elements.filter((element) => element.is_required).length
  const which = required === elements.length ? 'every element' : 'every required element'
  const statements = elements.reduce((sum, { total }) => sum + total, 0)
  return [
    [
      'Answer',
      `Say where you are now and where you want to be. Complete ${which}. These answers don’t affect your self-assessment.`,
    ],
    [
      'Attach evidence',
      `${evidenceText(asking, statements)} The auditor can see your notes and files.`,
    ],
    [
      'Submit for review',
      'An auditor reviews every answer. The auditor certifies the assessment, returns it for changes or refuses it with a reason. You can’t change answers during the review.',
    ],
    [
      'Get your certificate',
      `A certificate is usually valid for a year. ${isMailOff ? '' : 'We’ll email you before it expires. '}When you renew it, you start from your certified answers.`,
    ],
  ] as const
}

function evidenceText(asking: number, statements: number) {
  if (asking === 0) return 'Evidence is optional. You can attach files to any statement.'
  const which = plural(statements, { one: '# statement', other: '# statements' })
  return `For ${formatNumber(asking)} of ${which}, some answers require evidence, such as minutes, a plan or a test result. We’ll tell you when you choose one of these answers.`
}
