import type { Quiz } from 'contract/assessments'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { ContentLanguage, useContentDirection } from '#ui/content-text.tsx'
import { InSight } from '#ui/in-sight.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { NewEditionInPlayer } from './new-edition.tsx'
import { PlayerHeader } from './player-header.tsx'
import type { PlayerAction } from './player-keys.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { StatementAttachments } from './statement-attachments.tsx'
import { type StatementHandle, StatementPanel } from './statement-panel.tsx'
import { StepBar } from './step-bar.tsx'
import { useCompletion } from './use-completion.ts'
import { useDraft } from './use-draft.ts'
import { type SessionMode, usePlayer } from './use-player.ts'
import { lazyPart } from '#core/lazy-part.ts'

const ElementStepper = lazyPart(() => import('./element-stepper.tsx'), 'ElementStepper')
const AuditorRemark = lazyPart(() => import('./certification-notices.tsx'), 'AuditorRemark')
const EvidenceRequirement = lazyPart(
  () => import('./certification-notices.tsx'),
  'EvidenceRequirement',
)

/** Leaving resets the position; the answers stay in the outbox. */
export function Player({ quiz, mode }: { quiz: Quiz; mode: SessionMode }) {
  const player = usePlayer(quiz, mode)
  const completion = useCompletion(player)
  const panel = useRef<StatementHandle>(null)
  const [isListOpen, setListOpen] = useState(false)
  const [areShortcutsOpen, setShortcutsOpen] = useState(false)
  const { index, statement } = player
  const isCertification = quiz.assessment.type === 'certification'
  const isLast = index === quiz.statements.length - 1

  function go(to: number) {
    completion.dismiss()
    player.go(to)
  }

  function next() {
    if (isLast) completion.complete()
    else go(index + 1)
  }

  usePlayerKeys((action: PlayerAction) => {
    switch (action.kind) {
      case 'next':
        return go(index + 1)
      case 'previous':
        return go(index - 1)
      case 'note':
        return document.getElementById('note')?.focus()
      case 'attachments':
        return document.getElementById('attach')?.focus()
      case 'list':
        return setShortcutsOpen(true)
      default:
        return panel.current?.performAction(action)
    }
  })

  const stepper = (
    <Suspense>
      <ElementStepper
        player={player}
        onGo={(to) => {
          setListOpen(false)
          go(to)
        }}
      />
    </Suspense>
  )
  return (
    <ContentLanguage of={quiz.content_set.language}>
      <div className="flex min-h-dvh flex-col">
        <PlayerHeader
          quiz={quiz}
          stepper={stepper}
          isListOpen={isListOpen}
          onListChange={setListOpen}
          onShortcuts={() => setShortcutsOpen(true)}
        />
        <Columns>
          <aside
            aria-label="Elements"
            className="sticky top-16 hidden h-[calc(100dvh-4rem-5.25rem)] w-68 shrink-0 self-start overflow-y-auto border-e px-5 py-6 lg:block"
          >
            <p className="mb-3 px-2 text-15 font-semibold">Elements</p>
            {stepper}
          </aside>
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col xl:flex-row">
            <div className="min-w-0 flex-1 py-6 md:px-11 md:pt-7">
              <div dir="ltr">
                <NewEditionInPlayer quiz={quiz} className="mb-5 max-md:mx-(--gutter)" />
                <SessionHint mode={mode} {...quiz.assessment} />
                <InSight news={completion.message}>
                  {completion.message && (
                    <Alert isLive variant="warning" className="mb-4 max-md:mx-(--gutter)">
                      {completion.message}
                    </Alert>
                  )}
                </InSight>
              </div>
              <StatementPanel
                key={statement.id}
                ref={panel}
                player={player}
                isOptional={quiz.elements.some(
                  (one) => one.id === quiz.element.id && !one.is_required,
                )}
                onEnter={next}
              />
            </div>
            <div className="px-(--gutter) pb-8 md:px-11 xl:w-74 xl:shrink-0 xl:px-6 xl:border-s  xl:pt-7">
              <div dir="ltr">
                {isCertification && (
                  <Suspense>
                    <AuditorRemark quiz={quiz} statementId={statement.id} />
                    <EvidenceRequirement
                      quiz={quiz}
                      statement={statement}
                      current={player.answer.current}
                    />
                  </Suspense>
                )}
                <StatementNotes
                  key={`note ${statement.id}`}
                  note={player.note}
                  isCertification={isCertification}
                  onSave={player.saveNote}
                />
                <StatementAttachments quiz={quiz} statementId={statement.id} />
              </div>
            </div>
          </main>
        </Columns>
        <StepBar
          index={index}
          total={quiz.statements.length}
          onPrevious={() => go(index - 1)}
          onNext={() => go(index + 1)}
          onComplete={completion.complete}
          isCompleting={completion.isCompleting}
        />
        <ShortcutsDialog isOpen={areShortcutsOpen} onChange={setShortcutsOpen} />
      </div>
    </ContentLanguage>
  )
}

/** Elements, statement and notes, in the direction of the content set. */
function Columns({ children }: { children: ReactNode }) {
  return (
    <div dir={useContentDirection()} className="flex flex-1">
      {children}
    </div>
  )
}

const MAX_NOTE_LENGTH = 2000

interface StatementNotesProps {
  note: string
  isCertification: boolean
  onSave: (note: string) => void
}

/** Use the statement's id as the key, so that unsaved text is sent when the statement changes. */
function StatementNotes({ note, isCertification, onSave }: StatementNotesProps) {
  const { value, onChange, onBlur } = useDraft(note, onSave, MAX_NOTE_LENGTH)
  return (
    <TextArea
      id="note"
      label={<span className="text-18 font-semibold xl:text-16">Notes</span>}
      hint={
        isCertification
          ? 'Shown to the auditor and in the action report, next to this statement.'
          : 'Shown next to this statement in the action report.'
      }
      limit={MAX_NOTE_LENGTH}
      dir="auto"
      rows={5}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={onBlur}
      error={
        value.trim().length > MAX_NOTE_LENGTH ? 'Shorten the note to 2,000 characters' : undefined
      }
    />
  )
}

type SessionHintProps = Pick<Quiz['assessment'], 'status' | 'type'> & { mode: SessionMode }

function SessionHint({ status, type, mode }: SessionHintProps) {
  const look = 'mb-5 max-md:mx-(--gutter)'
  if (status === 'in_review' || status === 'certified') {
    const phase = status === 'certified' ? 'certified' : 'under review'
    return (
      <Alert title={`This assessment is ${phase}.`} className={look}>
        You can’t change your answers.
      </Alert>
    )
  }
  if (mode === 'new') return null
  return (
    <Alert title="You are editing a completed element." className={look}>
      {type === 'certification'
        ? 'If you change an answer, the element reopens. Complete it again before you submit the assessment.'
        : 'If you change an answer, the element reopens. Complete it again to create a new version of the action report.'}
    </Alert>
  )
}
