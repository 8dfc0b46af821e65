import type { Quiz } from 'contract/assessments'
import { useEffect, useRef } from 'react'
import { elementNames } from 'rules/element-names'
import { Alert } from '#ui/alert.tsx'
import { ContentText, useContentDirection } from '#ui/content-text.tsx'
import { AtLeast } from './at-least.tsx'
import { BeforeReport } from './before-report.tsx'
import { changeId, CheckRow } from './check-row.tsx'
import { MarkedForLater } from '#features/assessments/marked-for-later.tsx'
import { StatementLinks } from '#features/assessments/statement-links.tsx'
import { type MissingAnswers, sameText } from '#features/assessments/answering/progress.ts'
import { UnsavedAnswers } from './unsaved-answers.tsx'
import { useEnter } from './use-enter.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

interface CheckAnswersProps {
  player: Player
  isOpen: boolean
  createsReport: boolean
  /** What a refused completion found, again for each attempt. */
  missing: MissingAnswers | null
  onChange: (index: number) => void
  onEnter: () => void
}

/** All answers of the element, to be checked before it is completed, and what the report will have if that creates it. */
export function CheckAnswers(props: CheckAnswersProps) {
  const { player, isOpen, createsReport, missing, onChange } = props
  const { assessment, element, elements, statements, marked } = player.quiz
  const onShow = (statementId: number) =>
    onChange(statements.findIndex(({ id }) => id === statementId))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  useEnter(() => !player.isLocked && props.onEnter(), ENTER_PAUSE)
  useEffect(() => {
    const [first] = missing?.statements ?? []
    const button = first && document.getElementById(changeId(first))
    button?.focus({ preventScroll: true })
    button?.scrollIntoView({ block: 'center' })
  }, [missing])
  return (
    <div className="mx-auto max-w-[60rem]">
      <div dir={useContentDirection()} className="max-md:px-(--gutter)">
        <p className="text-13 text-subtle-foreground">
          <ContentText>{elementNames(elements)(element)}</ContentText>
        </p>
        <h1
          ref={heading}
          id={createsReport ? 'create-report' : 'check-answers'}
          tabIndex={-1}
          dir="ltr"
          className="mt-1 text-start text-21 font-semibold md:text-28"
        >
          {createsReport
            ? 'Create your action report'
            : player.isLocked
              ? lockedTitle(player.quiz)
              : CHECK}
        </h1>
      </div>
      <div dir="ltr">
        {missing && <Missing missing={missing} quiz={player.quiz} onShow={onShow} />}
        {createsReport ? (
          <>
            <BeforeReport player={player} onShow={onShow} />
            <h2 className="mt-6 text-18 font-semibold max-md:px-(--gutter)">{CHECK}</h2>
          </>
        ) : (
          <MarkedForLater
            statements={statements.filter(({ id }) => marked.includes(id))}
            elements={elements}
            assessmentId={assessment.id}
            open={{ elementId: element.id, onShow }}
            className="mt-4 max-md:mx-(--gutter)"
          />
        )}
        {!player.isLocked && (
          <p className="mt-1 px-(--gutter) md:hidden">{sameText(player.answers)}.</p>
        )}
        {isOpen && <AtLeast player={player} />}
      </div>
      {player.isLocked && <UnsavedAnswers player={player} />}
      <ol
        dir={useContentDirection()}
        className="mt-4 divide-y border-y bg-card md:rounded-lg md:border-x"
      >
        {statements.map((statement, index) => (
          <CheckRow
            key={statement.id}
            player={player}
            index={index}
            isOpen={isOpen}
            isMissing={missing?.statements.includes(statement) === true}
            onChange={() => onChange(index)}
          />
        ))}
      </ol>
    </div>
  )
}

const CHECK = 'Check your answers'

/** Of an element that others answer. */
function lockedTitle({ element, elements }: Quiz) {
  const isComplete = elements.some(({ id, is_complete }) => id === element.id && is_complete)
  return isComplete ? 'Answers' : 'Answers so far'
}

/** Milliseconds. A second Enter right after the check appeared was meant for the statement before. */
const ENTER_PAUSE = 500

interface MissingProps {
  missing: MissingAnswers
  quiz: Quiz
  onShow: (statementId: number) => void
}

function Missing({ missing, quiz, onShow }: MissingProps) {
  const { assessment, element, elements } = quiz
  return (
    <Alert isLive variant="warning" className="mt-4 max-md:mx-(--gutter)">
      {missing.text}
      <div className="mt-1.5">
        <StatementLinks
          statements={missing.statements}
          elements={elements}
          assessmentId={assessment.id}
          open={{ elementId: element.id, onShow }}
        />
      </div>
    </Alert>
  )
}
