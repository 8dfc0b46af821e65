import { isolated } from '#core/isolated.ts'
import { formatList } from 'rules/plural'
import { scaleOf } from 'rules/scores'
import type { ReportSnapshot, ReportStatement } from 'contract/reports'
import { formatSize } from 'contract/file-size'
import { CircleSlash, type LucideIcon, NotebookPen, Paperclip } from 'lucide-react'
import { LevelScale } from '#features/charts/level-scale.tsx'
import { ContentText, useContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { Reference } from '#features/charts/element-name.tsx'
import { responsePoints } from '#features/reports/profile/report-profile.ts'

interface StatementProps {
  statement: ReportStatement
  snapshot: ReportSnapshot
}

export function Statement({ statement, snapshot }: StatementProps) {
  const { text, note, remark, attachments, next_step, not_applicable_reason } = statement
  const content = useContentText()
  return (
    <li
      data-print="whole"
      className="col-span-full grid grid-cols-subgrid gap-y-2 py-4 text-15 max-md:not-print:*:not-first:col-start-2 print:py-2.5 print:text-14"
    >
      <Reference of={statement} className="text-14 wrap-anywhere text-muted-foreground" />
      <div className="min-w-0">
        <p {...content} className="wrap-anywhere">
          {text}
        </p>
        {statement.is_counted === false && (
          <p className="mt-1 text-14 text-muted-foreground">Not counted in scores</p>
        )}
        {note !== null && <Note title="Note">{note}</Note>}
        {remark && <Note title="Auditor">{remark}</Note>}
        {attachments && (
          <Note title="Attachments" Icon={Paperclip}>
            {formatList(
              attachments.map(
                ({ file_name, size }) => `${isolated(file_name)} (${formatSize(size)})`,
              ),
            )}
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
          <p {...content} className="wrap-anywhere text-subtle-foreground">
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
  const content = useContentText()
  const arrow = content.dir === 'rtl' ? '←' : '→'
  return (
    <div>
      <StatementScale statement={statement} snapshot={snapshot} className="-ms-[11px]" />
      <p {...content} className="text-13 wrap-anywhere text-muted-foreground">
        {current === future ? current : `${current} ${arrow} ${future}`}
      </p>
      {certified !== undefined && (
        <p className="text-13 text-state-certified-ink">
          <OwnText>
            Certified: <ContentText>{certified}</ContentText>
          </OwnText>
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
      <bdi translate="no">{reason}</bdi>
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
        <OwnText>
          <span className="font-medium">{title}: </span>
          <bdi translate="no">{children}</bdi>
        </OwnText>
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
      label={answersText(statement)}
      className={className}
    />
  )
}

function answersText({ responses, current, future }: ReportStatement) {
  const label = (id: number | null) => responses.find((response) => response.id === id)?.label
  return `Current: ${label(current) ?? 'none'}. Future: ${label(future) ?? 'none'}.`
}
