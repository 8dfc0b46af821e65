import type { Overview } from 'contract/assessments'
import type { SharedForUser } from 'contract/shared-assessments'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { plural } from 'rules/plural'
import { elementNames } from 'rules/element-names'
import { choiceOf } from '#features/assessments/choice-of.ts'
import { CHECK_HASH, leadsToReport } from '#features/assessments/report-step.ts'
import { useTenant } from '#core/tenant.ts'
import { useUser } from '#core/user.ts'
import { UserName } from '#features/assessments/user-name.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { Button } from '#ui/button.tsx'
import { canStart, doneTexts, nextText } from './overview-profile.ts'

interface NextStepProps {
  overview: Overview
  onStart: (elementId: number, selfAssessmentId?: number) => void
  /** Of a complete self-assessment, for certification. */
  onSubmit: (selfAssessmentId: number) => void
  starting: 'empty' | 'copy' | null
}

export const BUTTON_LOOK =
  'bg-brand-panel-foreground text-brand-panel hover:bg-primary-tint dark:text-brand-panel'
const SECONDARY_LOOK =
  'border border-brand-panel-foreground bg-transparent text-brand-panel-foreground hover:bg-brand-panel-line'

export function NextStep({ overview, onStart, onSubmit, starting }: NextStepProps) {
  const { assessment, next, elements } = overview
  const source = sourceOf(overview)
  const submit = <SubmitButton {...{ overview, onSubmit, starting }} />
  const { year: currentYear } = useTenant()
  const first = elements.find(({ id }) => id === next?.element_id) ?? elements[0]
  const look = source === null ? BUTTON_LOOK : SECONDARY_LOOK
  const copy = <CopyButton {...{ source, onStart, starting }} elementId={first?.id} />
  if (assessment === null) {
    if (first === undefined || !canStart(overview, currentYear)) return null
    return (
      <BrandPanel
        overline="Your next step"
        title={<ContentText>{elementNames(elements)(first)}</ContentText>}
        text={startText(overview)}
      >
        {copy}
        <Button
          size="lg"
          className={look}
          iconEnd={<ArrowRight />}
          isLoading={starting === 'empty'}
          onClick={() => onStart(first.id)}
        >
          Start
        </Button>
      </BrandPanel>
    )
  }
  if (next === null) return <NothingLeft overview={overview}>{submit}</NothingLeft>
  const isAnswered = elements.some(
    ({ id, answered }) => id === next.element_id && answered === next.total,
  )
  return (
    <BrandPanel overline="Your next step" {...continueTexts(overview, isAnswered)}>
      {copy}
      <Button asChild size="lg" className={look}>
        <Link
          to="/assessment/$id"
          params={{ id: String(assessment.id) }}
          search={{ elementId: next.element_id }}
          {...(isAnswered && { hash: CHECK_HASH })}
        >
          {assessment.status === 'not_started' ? 'Start' : 'Continue'}
          <ArrowRight />
        </Link>
      </Button>
      {submit}
    </BrandPanel>
  )
}

/** A self-assessment isn't its own source. */
function sourceOf({ type, self_assessment_id: id }: Overview) {
  return type === 'certification' ? id : null
}

function continueTexts(overview: Overview, isAnswered: boolean) {
  const { next, elements } = overview
  const element = elements.find(({ id }) => id === next?.element_id)
  if (!element) return { title: null, text: '' }
  const completes = overview.shared === null || overview.shared.role === 'owner'
  if (completes && isAnswered && element.is_required && leadsToReport(elements, element.id))
    return {
      title: 'Create your action report',
      text: 'All required elements are answered. Check what the report will contain.',
    }
  return {
    title: <ContentText>{elementNames(elements)(element)}</ContentText>,
    text: continueText(overview),
  }
}

interface CopyButtonProps extends Pick<NextStepProps, 'onStart' | 'starting'> {
  source: Overview['self_assessment_id']
  elementId: number | undefined
}

function CopyButton({ source, elementId, onStart, starting }: CopyButtonProps) {
  if (source === null || elementId === undefined) return null
  return (
    <Button
      size="lg"
      className={BUTTON_LOOK}
      isLoading={starting === 'copy'}
      onClick={() => onStart(elementId, source)}
    >
      Start from your self-assessment
    </Button>
  )
}

type SubmitButtonProps = Pick<NextStepProps, 'overview' | 'onSubmit' | 'starting'>

function SubmitButton({ overview, onSubmit, starting }: SubmitButtonProps) {
  const { type, self_assessment_id: id } = overview
  if (type !== 'self_assessment' || id === null) return null
  return (
    <Button
      size="lg"
      className={SECONDARY_LOOK}
      isLoading={starting === 'copy'}
      onClick={() => onSubmit(id)}
    >
      Submit for certification
    </Button>
  )
}

type DoneProps = { overview: Overview; children: ReactNode }

function NothingLeft({ overview, children }: DoneProps) {
  const { shared, year } = overview
  if (shared?.role === 'contributor') return <NothingAssigned shared={shared} year={year} />
  return <Done overview={overview}>{children}</Done>
}

function NothingAssigned({ shared, year }: { shared: SharedForUser; year: number }) {
  const user = useUser()
  const isAny = shared.assignments.some(({ person }) => person?.id === user.id)
  return (
    <BrandPanel
      overline={isAny ? `All done for ${year}` : 'Your next step'}
      title={
        isAny ? 'You’ve answered everything assigned to you' : 'Nothing is assigned to you yet'
      }
      text={
        <>
          {isAny ? 'To change an answer, open its element. ' : 'You can read all answers. '}
          <UserName of={shared.owner} /> completes the elements.
        </>
      }
    />
  )
}

function Done({ overview, children }: DoneProps) {
  const { reports, year, type } = overview
  const report = reports.find((each) => each.kind === 'action' && each.year === year)
  return (
    <BrandPanel {...doneTexts(overview)}>
      {(report || overview.self_assessment_id !== null) && (
        <>
          {report && (
            <Button asChild size="lg" className={BUTTON_LOOK}>
              <Link
                to="/action-reports/$reportId"
                params={{ reportId: String(report.id) }}
                search={{ year, type, ...choiceOf(overview) }}
              >
                View action report
                <ArrowRight />
              </Link>
            </Button>
          )}
          {children}
        </>
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
      {children && (
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">{children}</div>
      )}
    </section>
  )
}

const COPIED =
  'You can copy the answers, notes and files of your self-assessment. You then confirm the answers that require evidence.'

function startText(overview: Overview) {
  const statements = overview.elements.reduce((sum, { total }) => sum + total, 0)
  const elements = plural(overview.elements.length, { one: '# element', other: '# elements' })
  const size = plural(statements, {
    one: `# statement in ${elements}.`,
    other: `# statements in ${elements}.`,
  })
  const { carries_from: earlier } = overview
  if (overview.self_assessment_id !== null)
    return `${size} ${COPIED}${earlier === null ? '' : ` “Start” copies your answers from ${earlier} instead.`}`
  if (earlier === null) return size
  return `${size} Your answers from ${earlier} will be copied for you to confirm.`
}

function continueText({ assessment, next, elements, shared }: Overview) {
  const toConfirm = elements.reduce((sum, { to_confirm }) => sum + to_confirm, 0)
  const element = elements.find(({ id }) => id === next?.element_id)
  const text = next ? nextText(next, element, shared === null || shared.role === 'owner') : ''
  if (toConfirm === 0 || !assessment?.carried_from) return text
  const year = assessment.carried_from
  const answers = plural(toConfirm, {
    one: `Confirm # answer from ${year}.`,
    other: `Confirm # answers from ${year}.`,
  })
  return `${text}. ${answers}`
}
