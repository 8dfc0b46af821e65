import type { PublishingImpact } from 'contract/editions'
import { formatNumber, plural } from 'rules/plural'

interface UsageProps {
  impact: PublishingImpact
  isMinor: boolean
  before: number
}

/** Which assessments use the version before, as many as the list of content sets counts, and which of them move. */
export function Usage({ impact, isMinor, before }: UsageProps) {
  const { all, movable, completed, submitted } = countsOf(impact)
  return (
    <div>
      <p className="font-semibold">{usageText(impact, before)}</p>
      {all > 0 && (
        <p className="text-subtle-foreground">
          This counts the assessments of all years, also users’ own beside a shared one.{' '}
          {movable > 0 && movingText(impact.version, before, isMinor)}
          {submitted > 0 && `Submitted and certified assessments stay on version ${before}. `}
          {completed + submitted > 0 && 'Existing reports don’t change.'}
        </p>
      )}
    </div>
  )
}

function movingText(version: number, before: number, isMinor: boolean) {
  return isMinor
    ? `Assessments start moving to version ${version} straight away. You can follow the progress in the version list. Answers don’t change. `
    : `Assessments stay on version ${before} until respondents move them to version ${version}. Answers to unchanged statements don’t change. Respondents must confirm answers to changed statements. `
}

function usageText(impact: PublishingImpact, before: number) {
  const { all, inProgress, completed, submitted } = countsOf(impact)
  if (all === 0) return `No assessments use version ${before}.`
  const parts = [
    { count: inProgress, text: 'in progress' },
    { count: completed, text: 'complete' },
    { count: submitted, text: 'submitted or certified' },
  ].flatMap(({ count, text }) => (count > 0 ? [`${formatNumber(count)} ${text}`] : []))
  const using = plural(all, {
    one: `# assessment uses version ${before}`,
    other: `# assessments use version ${before}`,
  })
  return `${using}: ${parts.join(', ')}.`
}

function countsOf({
  assessments_in_progress: inProgress,
  assessments_completed: completed,
  assessments_submitted: submitted = 0,
}: PublishingImpact) {
  const movable = inProgress + completed
  return { inProgress, completed, submitted, movable, all: movable + submitted }
}
