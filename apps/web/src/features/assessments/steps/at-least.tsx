import type { Quiz } from 'contract/assessments'
import { useState } from 'react'
import { plural } from 'rules/plural'
import { Button } from '#ui/button.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { type Answer, NO_ANSWER, valueOf } from '#features/assessments/answering/answers.ts'
import type { Player } from '#features/assessments/player/use-player.ts'

/** Raises the futures of all statements to a level that all of them have. */
export function AtLeast({ player }: { player: Player }) {
  const { quiz, answers, answering } = player
  const levels = sharedLevels(quiz)
  const [outcome, setOutcome] = useState('')
  if (levels.length === 0) return null

  function raise(label: string) {
    const futures = futuresBelow(quiz, answers, label)
    answering.chooseFutures(futures)
    setOutcome(
      futures.length === 0
        ? 'No future responses changed.'
        : plural(futures.length, {
            one: '# future response changed.',
            other: '# future responses changed.',
          }),
    )
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 max-md:px-(--gutter)">
      <p id="at-least" className="text-15">
        Set all future responses to at least
      </p>
      <div role="group" aria-labelledby="at-least" className="flex flex-wrap gap-2">
        {levels.map((label) => (
          <Button key={label} variant="outline" size="sm" onClick={() => raise(label)}>
            <span className="sr-only">Set all to at least </span>
            <ContentText>{label}</ContentText>
          </Button>
        ))}
      </div>
      <p role="status" className="text-14 text-subtle-foreground">
        {outcome}
      </p>
    </div>
  )
}

/** More would be a list, not a choice. */
const MOST_LEVELS = 7

/** Levels that every statement has, without the lowest, which raises nothing. */
function sharedLevels({ statements }: Quiz) {
  const [first, ...others] = statements.map((one) => one.statement_responses)
  if (!first || first.length > MOST_LEVELS) return []
  return first
    .slice(1)
    .map(({ label }) => label)
    .filter((label) => others.every((responses) => responses.some((one) => one.label === label)))
}

function futuresBelow({ statements }: Quiz, answers: readonly Answer[], level: string) {
  return statements.flatMap((statement, index) => {
    const answer = answers[index] ?? NO_ANSWER
    const response = statement.statement_responses.find(({ label }) => label === level)
    const [current, future] = [
      valueOf(statement, answer.current),
      valueOf(statement, answer.future),
    ]
    if (!response || current === undefined || response.value < current) return []
    if (future !== undefined && future >= response.value) return []
    return [{ statement, responseId: response.id }]
  })
}
