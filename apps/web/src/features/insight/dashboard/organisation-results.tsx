import type { Dashboard, OrganisationResult } from 'contract/dashboard'
import { Link } from '@tanstack/react-router'
import { ASSESSMENT_TYPE_LABELS } from 'contract/labels'
import { formatScore } from 'rules/report-labels'
import { formatNumber, plural } from 'rules/plural'
import { scaleOf } from 'rules/scores'
import { ContentText } from '#ui/content-text.tsx'
import { Section } from '#ui/section.tsx'

/** What the organisation answers together comes first. Without a shared assessment there is none. */
export function OrganisationResults({ dashboard }: { dashboard: Dashboard }) {
  const { results = [], year } = dashboard
  if (results.length === 0) return null
  return (
    <Section
      isRuled
      className="mb-10"
      title={`Your organisation in ${year}`}
      aside={
        <Link to="/admin/shared-assessments" className="link hit-44 text-14">
          View shared assessments
        </Link>
      }
    >
      <ul className="divide-y">
        {results.map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </ul>
    </Section>
  )
}

function Result({ result }: { result: OrganisationResult }) {
  const { title, language, type, owner, current, plan } = result
  return (
    <li className="grid gap-x-8 gap-y-2 py-4 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <h3 className="text-16 font-medium wrap-anywhere">
          <ContentText language={language}>{title}</ContentText>: {ASSESSMENT_TYPE_LABELS[type]}
        </h3>
        <p className="text-14 text-muted-foreground wrap-anywhere">
          Owner: <bdi translate="no">{owner.name}</bdi>. {answeredText(result)}
        </p>
      </div>
      <Fact
        label="Level now"
        value={formatScore(current, scaleOf(result))}
        note={beforeText(result)}
      />
      {plan ? <Fact {...planFact(plan)} /> : type === 'self_assessment' && <Fact {...NO_PLAN} />}
    </li>
  )
}

interface FactProps {
  label: string
  value: string
  note: string
}

function Fact({ label, value, note }: FactProps) {
  return (
    <p className="text-14">
      <span className="block text-subtle-foreground">{label}</span>
      <span className="me-2 text-21 font-semibold tabular-nums">{value}</span>
      <span className="text-muted-foreground">{note}</span>
    </p>
  )
}

function answeredText({ answered, total }: OrganisationResult) {
  return plural(
    total,
    { one: '{answered} of # statement answered.', other: '{answered} of # statements answered.' },
    { answered: formatNumber(answered) },
  )
}

function beforeText(result: OrganisationResult) {
  const { current, before } = result
  if (!before) return current === null ? 'no report yet' : ''
  const score = formatScore(before.current, scaleOf(result))
  return current === null
    ? `no report yet, ${score} in ${before.year}`
    : `${score} in ${before.year}`
}

const NO_PLAN: FactProps = { label: 'Plan', value: '–', note: 'nothing planned yet' }

function planFact({
  year,
  done,
  left,
  overdue,
}: NonNullable<OrganisationResult['plan']>): FactProps {
  return {
    label: `Plan from ${year}`,
    value: `${formatNumber(done)} of ${formatNumber(done + left)}`,
    note: overdue === 0 ? 'done' : `done, ${formatNumber(overdue)} overdue`,
  }
}
