import type { Quiz } from 'contract/assessments'
import { Suspense } from 'react'
import { allows } from 'rules/assessment-status'
import { statementReference } from 'rules/reference'
import { isNoteRequired } from 'rules/required-notes'
import { lazyPart } from '#core/lazy-part.ts'
import { showFailure, showSuccess } from '#core/toast.ts'
import { StatementNotes } from '#features/assessments/answering/statement-notes.tsx'
import { StatementAttachments } from '#features/assessments/evidence/statement-attachments.tsx'
import type { Player } from './use-player.ts'

const AssignmentLine = lazyPart(
  () => import('#features/assessments/shared/assignment-line.tsx'),
  'AssignmentLine',
)
const Discussion = lazyPart(
  () => import('#features/assessments/discussion/discussion.tsx'),
  'Discussion',
)
const AuditorRemark = lazyPart(
  () => import('#features/assessments/evidence/certification-notices.tsx'),
  'AuditorRemark',
)
const EvidenceRequirement = lazyPart(
  () => import('#features/assessments/evidence/certification-notices.tsx'),
  'EvidenceRequirement',
)

/**
 * The whole player waits for it: it would move the statement under a finger. In a closed assessment, the hint below says
 * that nothing can be changed.
 */
export function WhoAnswers({ quiz, statementId }: { quiz: Quiz; statementId: number | null }) {
  if (quiz.shared === null || !allows(quiz.assessment.status, 'answer')) return null
  return <AssignmentLine quiz={quiz} statementId={statementId} />
}

/** Notes and files of the statement, and what the people of a shared assessment say about it. */
export function PlayerAside({ player }: { player: Player }) {
  const { quiz, statement } = player
  const isCertification = quiz.assessment.type === 'certification'
  return (
    <div className="px-(--gutter) pb-8 md:px-11 md:max-xl:short:px-8 xl:w-74 xl:shrink-0 xl:border-s xl:px-6 xl:pt-7 xl:short:pt-4 xl:short:pb-4">
      <div dir="ltr">
        {isCertification && (
          <Suspense>
            <AuditorRemark quiz={quiz} statementId={statement.id} />
            <EvidenceRequirement
              quiz={quiz}
              statement={statement}
              current={player.answer.current}
              mayAttach={allows(quiz.assessment.status, 'answer') && player.mayAnswer(statement)}
            />
          </Suspense>
        )}
        {player.mayAnswer(statement) && (
          <>
            <StatementNotes
              key={`note ${statement.id}`}
              note={player.noteOf(statement)}
              version={player.noteVersion}
              isCertification={isCertification}
              requiredBy={requiringResponse(player)}
              onSave={player.saveNote}
            />
            <StatementAttachments quiz={quiz} statement={statement} />
          </>
        )}
        <WhatOthersSay player={player} />
      </div>
    </div>
  )
}

/** The label of the current response, if it requires a note. */
function requiringResponse({ statement, answer: { current } }: Player) {
  const { statement_responses: responses } = statement
  if (!isNoteRequired(responses, current)) return null
  return responses.find(({ id }) => id === current)?.label ?? null
}

/** As the server has it. */
const MOST_OF_NOTE = 2000
const TOO_LONG =
  'With this comment, the note would have more than 2,000 characters. Shorten the note first.'

function WhatOthersSay({ player }: { player: Player }) {
  const { quiz, statement } = player
  const { assessment, element, shared } = quiz
  if (shared === null) return null
  const isOpen = allows(assessment.status, 'answer')
  function addToNote(text: string) {
    const note = [player.noteOf(statement), text].filter((part) => part !== '').join('\n\n')
    if (note.length > MOST_OF_NOTE) showFailure('The comment was not added', TOO_LONG)
    else {
      player.saveNote(note, player.noteVersion)
      showSuccess('Comment added to the note')
    }
  }
  return (
    <Suspense>
      <Discussion
        place={{ assessmentId: assessment.id, elementId: element.id }}
        statement={{ id: statement.id, title: statementReference(statement, element) }}
        ownerId={shared.owner.id}
        isOpen={isOpen}
        onAddToNote={isOpen && player.mayAnswer(statement) ? addToNote : undefined}
      />
    </Suspense>
  )
}
