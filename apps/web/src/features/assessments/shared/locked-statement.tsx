import { type ReactNode, useEffect } from 'react'
import { statementReference } from 'rules/reference'
import { Guidance } from '#features/assessments/answering/guidance.tsx'
import type { Player } from '#features/assessments/player/use-player.ts'
import { StatementBreadcrumb } from '#features/assessments/statement-breadcrumb.tsx'
import { Futures, Now } from '#features/assessments/steps/check-row.tsx'
import { NoteAndFiles } from '#features/assessments/steps/note-and-files.tsx'
import { useContentText } from '#ui/content-text.tsx'

/** A statement that someone else answers. */
export function LockedStatement({ player, tools }: { player: Player; tools: ReactNode }) {
  const { quiz, statement, answer } = player
  useEffect(() => {
    window.scrollTo(0, 0)
    document.getElementById('statement')?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div className="max-md:px-(--gutter)">
        <div className="flex items-center justify-between gap-4">
          <StatementBreadcrumb
            element={quiz.element}
            elements={quiz.elements}
            reference={statementReference(statement, quiz.element)}
            isCounted={statement.is_counted}
          />
          {tools}
        </div>
        <h1
          id="statement"
          tabIndex={-1}
          {...useContentText()}
          className="mt-1 mb-5 max-w-[46rem] wrap-anywhere text-21 font-semibold md:mb-6 md:text-28 md:short:mb-2 md:short:text-21"
        >
          {statement.text}
        </h1>
        {statement.guidance !== null && <Guidance text={statement.guidance} />}
      </div>
      <div
        dir="ltr"
        className="max-w-[46rem] border-y bg-card px-(--gutter) py-3 md:rounded-lg md:border-x md:px-5"
      >
        <Now statement={statement} answer={answer} year={quiz.assessment.carried_from} />
        {answer.current !== null && (
          <Futures statement={statement} answer={answer} label="Future" onChoose={undefined} />
        )}
        <NoteAndFiles {...{ player, statement, answer }} />
      </div>
    </>
  )
}
