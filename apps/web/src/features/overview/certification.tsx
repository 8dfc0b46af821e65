import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Overview } from 'contract/assessments'
import type { CertificationSummary } from 'contract/certifications'
import { BadgeCheck } from 'lucide-react'
import { api } from '#core/api.ts'
import { formatDay, statusWords } from '#features/certification/status-labels.ts'
import { useTenant } from '#features/session/tenant.ts'
import { Alert } from '#ui/alert.tsx'
import { Section } from '#ui/section.tsx'
import { canStart } from './overview-profile.ts'
import { Submission } from './submission.tsx'

export function Certification({ overview }: { overview: Overview }) {
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

function CertificationSteps({ overview }: { overview: Overview }) {
  return (
    <Section
      id="certification-steps"
      title="How a certification works"
      className="rounded-lg border bg-card p-5"
    >
      <p className="mt-1 text-15 text-muted-foreground">
        An auditor checks what you declare, and a certificate shows it to anybody you give its code.
      </p>
      <ol className="mt-4 grid gap-4">
        {stepsOf(overview).map(([title, words], index) => (
          <li key={title} className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 place-items-center rounded-full bg-primary-tint-strong text-14 font-semibold tabular-nums"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="text-15/7 font-medium">{title}</h3>
              <p className="text-15 text-muted-foreground">{words}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function stepsOf({ elements, asking_for_evidence: asking }: Overview) {
  const required = elements.filter((element) => element.is_required).length
  const which = required === elements.length ? 'every element' : 'every required element'
  const statements = elements.reduce((sum, { total }) => sum + total, 0)
  return [
    [
      'Answer',
      `Say where you are and where you want to be, and complete ${which}. Your self-assessment is not changed by it.`,
    ],
    [
      'Attach evidence',
      `${evidenceWords(asking, statements)} Notes and files are for the auditor.`,
    ],
    [
      'Submit for review',
      'An auditor looks at every answer, then certifies the assessment, returns it with remarks for you to mend, or refuses it with the reason. Meanwhile no answer can be changed.',
    ],
    [
      'Hold the certificate',
      'It is valid for a year unless the auditor says otherwise. You get a mail before it expires, and renew it from the certified answers.',
    ],
  ] as const
}

function evidenceWords(asking: number, statements: number) {
  if (asking === 0) return 'No answer needs a file, and any statement can have some.'
  const some = `${asking} of ${statements} statements`
  return `In ${some}, some answers need a file that shows them: minutes, a plan, a test result. You are told when you choose one.`
}
