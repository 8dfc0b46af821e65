import { Suspense } from 'react'
import { statementReference } from 'rules/reference'
import { lazyPart } from '#core/lazy-part.ts'
import { OwnText } from '#ui/own-text.tsx'
import type { Player } from '#features/assessments/player/use-player.ts'

const RefusalPanel = lazyPart(
  () => import('#features/assessments/answering/refusal-panel.tsx'),
  'RefusalPanel',
)

/** What this device couldn't save of an element that the user may not change any more. */
export function UnsavedAnswers({ player }: { player: Player }) {
  const { quiz, changes, outbox } = player
  return quiz.statements.map((statement) =>
    changes
      .filter((change) => change.refusal && change.statementId === statement.id)
      .map((change) => (
        <section key={change.key} aria-label={statementReference(statement, quiz.element)}>
          <p className="mt-4 mb-1 text-14 font-semibold max-md:mx-(--gutter)">
            <OwnText>{statementReference(statement, quiz.element)}</OwnText>
          </p>
          <Suspense>
            <RefusalPanel
              statement={statement}
              refused={change}
              answer={player.unsavedAnswer(statement)}
              onKeepMine={() => void outbox.retry(change)}
              onDiscard={() => void outbox.discard(change)}
            />
          </Suspense>
        </section>
      )),
  )
}
