import { scaleOf } from 'rules/scores'
import type { ReportSnapshot, ReportStatement } from 'contract/reports'
import { formatSize } from 'contract/file-size'
import { CircleSlash, type LucideIcon, NotebookPen, Paperclip } from 'lucide-react'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { responsePoints } from './report-profile.ts'

interface StatementProps {
  statement: ReportStatement
  snapshot: ReportSnapshot
}

export function Statement({ statement, snapshot }: StatementProps) {
  const { number, text, note, remark, attachments, next_step, not_applicable_reason } = statement
  return (
    <li
      data-print="whole"
      className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-2 py-4 text-15 md:gap-x-6 max-md:not-print:*:not-first:col-start-2 md:grid-cols-[2.5rem_minmax(0,1fr)_9rem] xl:grid-cols-[2.5rem_minmax(0,1fr)_9rem_16rem] print:grid-cols-[2rem_minmax(0,1fr)_8rem_11rem] print:gap-x-4 print:py-2.5 print:text-14"
    >
      <span className="text-14 text-muted-foreground tabular-nums">{number}</span>
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere">
          {text}
        </p>
        {note !== null && <Note title="Note">{note}</Note>}
        {remark && <Note title="Auditor">{remark}</Note>}
        {attachments && (
          <Note title="Attachments" Icon={Paperclip}>
            {attachments.map(({ name, size }) => `${name} (${formatSize(size)})`).join(', ')}
          </Note>
        )}
      </div>
      {not_applicable_reason === null ? (
        <Answers statement={statement} snapshot={snapshot} />
      ) : (
        <NotApplicable reason={not_applicable_reason} />
      )}
      {next_step !== null && (
        <div className="text-14 md:max-xl:col-start-2 md:max-xl:col-end-4 print:col-auto!">
          <p className="font-semibold">Next step</p>
          <p dir="auto" className="wrap-anywhere text-subtle-foreground">
            {next_step}
          </p>
        </div>
      )}
    </li>
  )
}

function Answers({ statement, snapshot }: StatementProps) {
  const label = (id: number | null) => statement.responses.find((each) => each.id === id)?.label
  const [current, future] = [label(statement.current), label(statement.future)]
  const certified = label(statement.certified)
  return (
    <div>
      <StatementScale statement={statement} snapshot={snapshot} className="-ml-[11px]" />
      <p dir="auto" className="text-13 wrap-anywhere text-muted-foreground">
        {current === future ? current : `${current} → ${future}`}
      </p>
      {certified !== undefined && (
        <p className="text-13 text-state-certified-ink">
          Certified: <bdi>{certified}</bdi>
        </p>
      )}
    </div>
  )
}

function NotApplicable({ reason }: { reason: string }) {
  return (
    <p className="text-14 wrap-anywhere text-subtle-foreground md:max-xl:col-start-2 md:max-xl:col-end-4 xl:col-span-2 print:col-span-2!">
      <span className="flex items-center gap-1.5 font-medium">
        <CircleSlash className="size-4 shrink-0 stroke-[1.75]" />
        Does not apply to us
      </span>
      {reason}
    </p>
  )
}

interface NoteProps {
  title: string
  Icon?: LucideIcon
  children: string
}

function Note({ title, Icon = NotebookPen, children }: NoteProps) {
  return (
    <p className="mt-2 flex gap-2 text-14 text-subtle-foreground">
      <Icon className="mt-0.5 size-4 shrink-0 stroke-[1.75]" />
      <span className="min-w-0 wrap-anywhere whitespace-pre-line">
        <span className="font-medium">{title}: </span>
        {children}
      </span>
    </p>
  )
}

export function StatementScale({
  statement,
  snapshot,
  className,
}: StatementProps & { className: string }) {
  return (
    <LevelScale
      scale={scaleOf(snapshot.content_set)}
      points={responsePoints(statement)}
      current={statement.current_score}
      future={statement.future_score}
      certified={statement.certified_score}
      label={answersInWords(statement)}
      className={className}
    />
  )
}

function answersInWords({ responses, current, future }: ReportStatement) {
  const label = (id: number | null) => responses.find((response) => response.id === id)?.label
  return `Current: ${label(current) ?? 'none'}. Future: ${label(future) ?? 'none'}.`
}
