import {
  ChevronLeft,
  ChevronRight,
  MessageSquareText,
  MousePointerClick,
  Paperclip,
} from 'lucide-react'
import { withSetResponses } from 'contract/set-responses'
import { stepText } from 'rules/action-labels'
import { groupOf } from 'rules/heading-path'
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react'
import {
  StatementPanel,
  type StatementHandle,
  type StatementPlayer,
} from '#features/assessments/answering/statement-panel.tsx'
import { EvidenceExample } from '#features/assessments/evidence-example.tsx'
import { usePlayerKeys } from '#features/assessments/use-player-keys.ts'
import { Markdown } from '#support/markdown.tsx'
import { IconButton } from '#ui/button.tsx'
import { cn } from '#ui/cn.ts'
import { useBuilder, useDraft } from '#features/content/builder-context.ts'
import { summaryOf } from '#features/content/outline-rows.ts'
import type { PreviewProps } from '#features/content/preview-look.tsx'
import { PreviewFrame } from './preview-frame.tsx'
import {
  actionsBetween,
  answerOf,
  requiresEvidence,
  requiresNote,
  NO_SAMPLE_ANSWER,
  statementOf,
  withChoice,
  type AnsweredDraft,
  type SampleAnswer,
} from './preview-statement.ts'
import { useView } from '#features/content/use-view.ts'

const DESKTOP = 1024

/** The edited part as a respondent sees it. Answers are not saved. */
export function Preview({ look, isWide = false }: PreviewProps) {
  const [answers, setAnswers] = useState<Readonly<Record<string, SampleAnswer>>>({})
  const { elementId, key } = usePreviewed()
  const isNarrowed = isWide && !look.isDesktop
  return (
    <div className="flex h-full min-h-0 flex-col">
      {isWide && <StatementSteps />}
      <PreviewFrame
        title="Preview"
        isDark={look.isDark}
        width={look.isDesktop && !isWide ? DESKTOP : undefined}
        className={cn('min-h-0 flex-1', isNarrowed && 'mx-auto w-[390px] border-x')}
      >
        {elementId !== null && key !== undefined ? (
          <PreviewedStatement
            key={key}
            elementId={elementId}
            statement={key}
            answer={answers[key] ?? NO_SAMPLE_ANSWER}
            onAnswer={(answer) => setAnswers({ ...answers, [key]: answer })}
          />
        ) : (
          <SetPreview />
        )}
      </PreviewFrame>
    </div>
  )
}

interface PreviewedStatementProps {
  elementId: number
  statement: string
  answer: SampleAnswer
  onAnswer: (answer: SampleAnswer) => void
}

function PreviewedStatement(props: PreviewedStatementProps) {
  const { elementId, answer, onAnswer } = props
  const element = useDeferredValue(useDraft((state) => state.elements[elementId]?.value ?? null))
  const number = useDraft((state) => state.order.indexOf(elementId) + 1)
  const ofSet = useDeferredValue(useDraft((state) => state.head.value.responses))
  const written = element?.statements.find(({ key }) => key === props.statement)
  const draft = written && withSetResponses(ofSet, written)
  const statement = element && draft && statementOf(element, draft)
  if (!statement) return null
  return (
    <div className="py-6 md:px-11">
      <Statement
        player={{
          quiz: {
            element: { ...element, number, group: groupOf(element) || null },
            elements: [],
            assessment: { carried_from: null },
          },
          statement,
          answer: answerOf(statement, draft, answer),
          changes: [],
          hasNavigated: false,
          choose: (state, level) => onAnswer(withChoice(draft, answer, state, level)),
          setReason: (reason) => onAnswer({ ...NO_SAMPLE_ANSWER, reason }),
          confirm: () => {},
          acceptFuture: () =>
            answer.future === null && onAnswer({ ...answer, future: answer.current }),
        }}
      />
      <RequiredPreview draft={draft} answer={answer} />
      <div className="mt-4 px-(--gutter) empty:hidden md:px-0">
        <EvidenceExample text={statement.evidence_example} />
      </div>
      <ReportText draft={draft} answer={answer} />
    </div>
  )
}

function Statement({ player }: { player: StatementPlayer }) {
  const panel = useRef<StatementHandle>(null)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  usePlayerKeys((action) => panel.current?.performAction(action), place?.ownerDocument ?? null)
  return (
    <div ref={setPlace}>
      <StatementPanel ref={panel} player={player} onEnter={player.acceptFuture} />
    </div>
  )
}

function RequiredPreview({ draft, answer }: { draft: AnsweredDraft; answer: SampleAnswer }) {
  const level = draft.responses.findIndex(({ key }) => key === answer.current)
  const chosen = draft.responses[level]
  if (!chosen) return null
  return (
    <>
      {requiresEvidence(draft, chosen, level) && (
        <Required icon={<Paperclip />}>
          For certification, “<bdi>{chosen.label}</bdi>” requires evidence.
        </Required>
      )}
      {requiresNote(draft, chosen) && (
        <Required icon={<MessageSquareText />}>
          “<bdi>{chosen.label}</bdi>” requires a note.
        </Required>
      )}
    </>
  )
}

function Required({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-4 flex items-center gap-2 px-(--gutter) text-14 md:px-0 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]">
      {icon}
      <span>{children}</span>
    </p>
  )
}

function ReportText({ draft, answer }: { draft: AnsweredDraft; answer: SampleAnswer }) {
  const actions = actionsBetween(draft, answer)
  if (actions.length === 0) {
    return (
      <p
        data-sticky="bottom"
        className="sticky bottom-0 z-20 mt-4 -mb-6 flex items-center gap-2 border-t bg-card px-(--gutter) py-3.5 text-14 text-muted-foreground md:-mx-11 md:px-11"
      >
        <MousePointerClick className="size-4 shrink-0 stroke-[1.75]" />
        To see the report text, choose a future response above the current one
      </p>
    )
  }
  return (
    <section aria-label="In the action report" className="mt-4 border-t px-(--gutter) pt-4 md:px-0">
      <h2 className="text-14 font-semibold">In the action report</h2>
      <ol className="mt-2 space-y-2 text-15">
        {actions.map((response) => (
          <li key={response.key}>
            <span className="block text-13 text-muted-foreground">
              To <bdi>{response.label}</bdi>
            </span>
            <span dir="auto" className="block">
              {stepText(response)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function SetPreview() {
  const { view } = useView()
  const head = useDeferredValue(useDraft((state) => state.head.value))
  return (
    <div className="px-5 py-6">
      <h1 dir="auto" className="text-21 font-semibold">
        {head.title || 'Untitled'}
      </h1>
      {head.description && (
        <p dir="auto" className="mt-2 text-15 text-subtle-foreground">
          {head.description}
        </p>
      )}
      {view.kind !== 'set-report' ? (
        <p className="mt-5 border-t pt-5 text-14 text-muted-foreground">
          Choose a statement to see what respondents see.
        </p>
      ) : (
        head.introduction && (
          <div className="mt-5 border-t pt-5">
            <Markdown text={head.introduction} />
          </div>
        )
      )}
    </div>
  )
}

function StatementSteps() {
  const { draft } = useBuilder()
  const { view, go } = useView()
  const { elementId, key } = usePreviewed()
  const place = 'elementId' in view ? 'No statements' : 'Start'
  const all = useDraft((state) => state.order).flatMap((id) =>
    summaryOf(draft.getState(), id).statements.map((statement) => ({ id, key: statement.key })),
  )
  const index = all.findIndex((one) => one.id === elementId && one.key === key)
  const step = (by: number) => {
    const next = all[index + by]
    if (next) go({ kind: 'statement', elementId: next.id, statement: next.key })
  }
  return (
    <div className="flex items-center justify-center gap-3 border-b bg-card py-1 text-14">
      <IconButton
        size="xs"
        label="Previous statement"
        icon={<ChevronLeft />}
        aria-disabled={index <= 0}
        onClick={() => step(-1)}
      />
      <span className="tabular-nums">{index === -1 ? place : `${index + 1} of ${all.length}`}</span>
      <IconButton
        size="xs"
        label="Next statement"
        icon={<ChevronRight />}
        aria-disabled={index === all.length - 1}
        onClick={() => step(1)}
      />
    </div>
  )
}

function usePreviewed() {
  const { open } = useBuilder()
  const { view } = useView()
  const elementId = 'elementId' in view ? view.elementId : null
  const first = useDraft((state) =>
    elementId === null ? undefined : summaryOf(state, elementId).statements[0]?.key,
  )
  useEffect(() => {
    if (elementId !== null) open([elementId]).catch(() => {})
  }, [open, elementId])
  const key = view.kind === 'statement' ? (view.statement ?? first) : first
  return { elementId, key }
}
