import type { Quiz } from 'contract/assessments'
import { type ComponentProps, type ReactNode, type Ref, Suspense, useRef, useState } from 'react'
import { lazyPart } from '#core/lazy-part.ts'
import { Alert } from '#ui/alert.tsx'
import { ContentLanguage, useContentDirection } from '#ui/content-text.tsx'
import { InSight } from '#ui/in-sight.tsx'
// Not loaded separately, because it appears without a connection too.
import { CheckAnswers } from '#features/assessments/steps/check-answers.tsx'
import { NumberedBy } from '#features/content/response-numbers.tsx'
import { completeText } from '#features/assessments/element-groups.ts'
import { FindButton } from '#features/assessments/find-button.tsx'
import { HistoryButton } from '#features/assessments/presence/history-button.tsx'
import { MarkButton } from './mark-button.tsx'
import { MovingOnSwitch } from '#features/assessments/steps/moving-on-switch.tsx'
import { NewEditionInPlayer } from '#features/assessments/edition/new-edition.tsx'
import { PlayerHeader } from './player-header.tsx'
import type { PlayerAction } from '#features/assessments/player-keys.ts'
import { SessionHint } from './session-hint.tsx'
import { PlayerAside, WhoAnswers } from './player-aside.tsx'
import {
  type StatementHandle,
  StatementPanel,
} from '#features/assessments/answering/statement-panel.tsx'
import { statementStatuses } from '#features/assessments/outline/statement-status.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { StepBar } from '#features/assessments/steps/step-bar.tsx'
import { useEnter } from '#features/assessments/steps/use-enter.ts'
import { type Player as PlayerState, type SessionMode, usePlayer } from './use-player.ts'
import { usePlayerKeys } from '#features/assessments/use-player-keys.ts'
import { type Steps, useSteps } from '#features/assessments/steps/use-steps.ts'

const ElementStepper = lazyPart(
  () => import('#features/assessments/outline/element-stepper.tsx'),
  'ElementStepper',
)
const LockedStatement = lazyPart(
  () => import('#features/assessments/shared/locked-statement.tsx'),
  'LockedStatement',
)
const Together = lazyPart(() => import('#features/assessments/presence/together.tsx'), 'Together')
const ShortcutsDialog = lazyPart(() => import('#support/shortcuts-dialog.tsx'), 'ShortcutsDialog')
interface PlayerProps {
  quiz: Quiz
  mode: SessionMode
  /** The user's menu. */
  corner: ReactNode
}

/** Leaving resets the position; the answers stay in the outbox. */
export function Player({ quiz, mode, corner }: PlayerProps) {
  const player = usePlayer(quiz, mode)
  const steps = useSteps(player)
  const { completion, isChecking } = steps
  const panel = useRef<StatementHandle>(null)
  const [isListOpen, setListOpen] = useState(false)
  const [areShortcutsOpen, setShortcutsOpen] = useState(false)
  const { index, statement } = player
  const statuses = statementStatuses(
    player.answers,
    isChecking ? player.answers.length : index,
    player.isRefused,
  )

  usePlayerKeys((action: PlayerAction) => {
    const run = {
      next: () => !isChecking && steps.next(),
      previous: steps.previous,
      undo: steps.undo,
      note: () => document.getElementById('note')?.focus(),
      attachments: () => document.getElementById('attach')?.focus(),
      later: () => document.getElementById('mark')?.click(),
      list: () => setShortcutsOpen(true),
      current: () => panel.current?.performAction(action),
      future: () => panel.current?.performAction(action),
      'not-applicable': () => panel.current?.performAction(action),
    } satisfies Record<PlayerAction['kind'], () => unknown>
    run[action.kind]()
  })

  const stepper = (
    <Suspense>
      <ElementStepper
        player={player}
        statuses={statuses}
        index={isChecking ? null : index}
        onGo={(to) => {
          setListOpen(false)
          steps.show(to)
        }}
      />
    </Suspense>
  )
  return (
    <ContentLanguage of={quiz.content_set.language}>
      <NumberedBy set={quiz.content_set}>
        <div className="flex min-h-dvh flex-col">
          <PlayerHeader
            quiz={quiz}
            stepper={stepper}
            isListOpen={isListOpen}
            onListChange={setListOpen}
            onShortcuts={() => setShortcutsOpen(true)}
            corner={corner}
            finder={
              <FindButton
                className="max-lg:px-3"
                assessment={{
                  id: quiz.assessment.id,
                  elements: quiz.elements,
                  language: quiz.content_set.language,
                }}
                player={player}
                onShow={steps.show}
              />
            }
          />
          <Columns>
            <aside
              aria-label="Elements"
              className="sticky top-16 hidden h-[calc(100dvh-4rem-5.25rem)] w-68 shrink-0 self-start overflow-y-auto border-e px-5 py-6 md:short:h-[calc(100dvh-4rem-4.5rem)] md:short:py-3 low:top-0 low:h-dvh lg:block"
            >
              <p className="mb-3 flex flex-wrap items-baseline justify-between gap-x-2 px-2 text-15 font-semibold">
                Elements
                <span dir="ltr" className="text-13 font-normal text-muted-foreground tabular-nums">
                  {completeText(quiz.elements)}
                </span>
              </p>
              {stepper}
            </aside>
            <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col xl:flex-row">
              <div className="min-w-0 flex-1 py-6 md:px-11 md:pt-7 md:short:px-8 md:short:pt-3 md:short:pb-2">
                <div dir="ltr">
                  <NewEditionInPlayer quiz={quiz} className="mb-5 max-md:mx-(--gutter)" />
                  <Others player={player} isChecking={isChecking} />
                  <WhoAnswers quiz={quiz} statementId={isChecking ? null : statement.id} />
                  <SessionHint
                    {...{ mode, ...quiz.assessment, mayAnswer: player.mayAnswer(statement) }}
                  />
                  <InSight news={completion.message}>
                    {completion.message && (
                      <Alert isLive variant="warning" className="mb-4 max-md:mx-(--gutter)">
                        {completion.message}
                      </Alert>
                    )}
                  </InSight>
                </div>
                {isChecking ? (
                  <CheckAnswers
                    player={player}
                    isOpen={steps.isOpen}
                    createsReport={steps.createsReport}
                    missing={completion.missing}
                    onChange={steps.change}
                    onEnter={completion.complete}
                  />
                ) : (
                  <OneStatement player={player} steps={steps} panel={panel} />
                )}
              </div>
              {!isChecking && <EnterKey onEnter={steps.enter} />}
              {!isChecking && <PlayerAside player={player} />}
            </main>
          </Columns>
          <p role="status" className="sr-only">
            {steps.announcement}
          </p>
          <StepBar
            quiz={quiz}
            index={index}
            statuses={statuses}
            answers={player.answers}
            steps={steps}
            onUndo={player.answering.canUndo ? steps.undo : undefined}
          />
          <Suspense>
            {areShortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
          </Suspense>
        </div>
      </NumberedBy>
    </ContentLanguage>
  )
}

interface OneStatementProps {
  player: PlayerState
  steps: Steps
  panel: Ref<StatementHandle>
}

function OneStatement({ player, steps, panel }: OneStatementProps) {
  const { quiz, statement } = player
  const tools = (
    <div className="flex shrink-0 gap-1">
      <HistoryButton player={player} />
      <MarkButton quiz={quiz} statement={statement} />
    </div>
  )
  if (!player.mayAnswer(statement))
    return (
      <Suspense fallback={<Skeleton className="h-8 w-3/5 max-md:mx-(--gutter)" />}>
        <LockedStatement key={statement.id} player={player} tools={tools} />
      </Suspense>
    )
  return (
    <StatementPanel
      key={`${statement.id} ${player.undone}`}
      ref={panel}
      player={{
        ...player,
        choose: steps.choose,
        confirm: steps.confirm,
        acceptFuture: steps.acceptFuture,
      }}
      isOptional={quiz.elements.some((one) => one.id === quiz.element.id && !one.is_required)}
      onEnter={steps.enter}
      tools={tools}
      aside={steps.isOpen && <MovingOnSwitch />}
    />
  )
}

/** In a shared assessment, who else is here and what they changed. The whole player waits for it, too. */
function Others(props: ComponentProps<typeof Together>) {
  return props.player.quiz.shared && <Together {...props} />
}

function EnterKey({ onEnter }: { onEnter: () => void }) {
  useEnter(onEnter)
  return null
}

/** Elements, statement and notes, in the direction of the content set. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <div dir={useContentDirection()} className="flex flex-1">
      {children}
    </div>
  )
}
