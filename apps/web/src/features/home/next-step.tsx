import type { Overview } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural } from 'rules/plural'
import { elementNames } from 'rules/element-names'
import { useTenant } from '#core/tenant.ts'
import { ContentText } from '#ui/content-text.tsx'
import { Button } from '#ui/button.tsx'
import { canStart, carriedYear, nextText } from './overview-profile.ts'

interface NextStepProps {
  overview: Overview
  onStart: (elementId: number) => void
  isStarting: boolean
}

export const BUTTON_LOOK =
  'bg-brand-panel-foreground text-brand-panel hover:bg-primary-tint dark:text-brand-panel'

export function NextStep({ overview, onStart, isStarting }: NextStepProps) {
  const { assessment, next, elements } = overview
  const { year: currentYear } = useTenant()
  const nameOf = elementNames(elements)
  const element = elements.find(({ id }) => id === next?.element_id)
  if (assessment === null) {
    const first = element ?? elements[0]
    if (first === undefined || !canStart(overview, currentYear)) return null
    return (
      <BrandPanel
        overline="Your next step"
        title={<ContentText>{nameOf(first)}</ContentText>}
        text={startText(overview)}
      >
        <Button
          size="lg"
          className={BUTTON_LOOK}
          iconEnd={<ArrowRight />}
          isLoading={isStarting}
          onClick={() => onStart(first.id)}
        >
          Start
        </Button>
      </BrandPanel>
    )
  }
  if (next === null) return <Done overview={overview} />
  return (
    <BrandPanel
      overline="Your next step"
      title={<ContentText>{element && nameOf(element)}</ContentText>}
      text={continueText(overview)}
    >
      <Button asChild size="lg" className={BUTTON_LOOK}>
        <Link
          to="/assessment/$id"
          params={{ id: String(assessment.id) }}
          search={{ elementId: next.element_id }}
        >
          {assessment.status === 'not_started' ? 'Start' : 'Continue'}
          <ArrowRight />
        </Link>
      </Button>
    </BrandPanel>
  )
}

function Done({ overview: { reports, year, type, is_report_pending } }: { overview: Overview }) {
  const report = reports.find((each) => each.kind === 'action' && each.year === year)
  const text = is_report_pending
    ? 'Your action report is being created.'
    : 'To change an answer, open its element.'
  return (
    <BrandPanel overline={`All done for ${year}`} title="You’ve answered everything" text={text}>
      {report && (
        <Button asChild size="lg" className={BUTTON_LOOK}>
          <Link
            to="/action-reports/$reportId"
            params={{ reportId: String(report.id) }}
            search={{ year, type }}
          >
            View action report
            <ArrowRight />
          </Link>
        </Button>
      )}
    </BrandPanel>
  )
}

interface BrandPanelProps {
  overline: string
  title: ReactNode
  text: ReactNode
  children?: ReactNode
}

export function BrandPanel({ overline, title, text, children }: BrandPanelProps) {
  return (
    <section
      aria-label={overline}
      className="brand-panel flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-lg p-5 md:px-6"
    >
      <div className="min-w-0">
        <p className="text-14 font-medium">{overline}</p>
        <h2 className="mt-1.5 text-21 font-semibold wrap-anywhere">{title}</h2>
        <p className="mt-1 text-15">{text}</p>
      </div>
      {children && <div className="max-sm:w-full max-sm:*:w-full">{children}</div>}
    </section>
  )
}

function startText(overview: Overview) {
  const statements = overview.elements.reduce((sum, { total }) => sum + total, 0)
  const elements = plural(overview.elements.length, { one: '# element', other: '# elements' })
  const size = plural(statements, {
    one: `# statement in ${elements}.`,
    other: `# statements in ${elements}.`,
  })
  const earlier = carriedYear(overview)
  if (earlier === null) return size
  return `${size} Your answers from ${earlier} will be copied for you to confirm.`
}

function continueText({ assessment, next, elements }: Overview) {
  const toConfirm = elements.reduce((sum, { to_confirm }) => sum + to_confirm, 0)
  const element = elements.find(({ id }) => id === next?.element_id)
  const text = next ? nextText(next, element) : ''
  if (toConfirm === 0 || !assessment?.carried_from) return text
  const year = assessment.carried_from
  const answers = plural(toConfirm, {
    one: `Confirm # answer from ${year}.`,
    other: `Confirm # answers from ${year}.`,
  })
  return `${text}. ${answers}`
}
