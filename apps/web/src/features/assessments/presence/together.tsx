import { UsersRound } from 'lucide-react'
import { formatList } from 'rules/plural'
import { isolated } from '#core/isolated.ts'
import type { Player } from '#features/assessments/player/use-player.ts'
import { Button } from '#ui/button.tsx'
import { useStatementFilter } from '#features/assessments/outline/statement-filter.tsx'
import { changesText } from './change-text.ts'
import { ChangedDot } from './changed-dot.tsx'
import { useChanges } from './use-changes.ts'
import { usePresence } from './presence-store.ts'
import { useSharing } from './use-sharing.ts'

interface TogetherProps {
  player: Player
  isChecking: boolean
}

/**
 * Who else is at this statement or element of a shared assessment. It informs; it never blocks. Its line is there
 * without them, too, so that the statement doesn't move when they come.
 */
export function Together({ player, isChecking }: TogetherProps) {
  useSharing(player, isChecking)
  return (
    <div className="-mt-4 mb-2 flex min-h-5 flex-wrap gap-x-6 text-14/5 text-subtle-foreground max-md:mx-(--gutter) md:short:-mt-2 md:short:mb-1.5">
      <Here player={player} isChecking={isChecking} />
      <Changed player={player} />
    </div>
  )
}

/** What others changed here since the user last looked. */
function Changed({ player: { quiz } }: { player: Player }) {
  const { since, countIn } = useChanges(quiz)
  const { filter, setFilter } = useStatementFilter()
  const count = countIn(quiz.element.id)
  return (
    <p className="flex items-center gap-2">
      {since !== null && count > 0 && (
        <>
          <ChangedDot />
          <span>{changesText(count, since)}</span>
          {filter !== 'changed' && (
            <Button
              variant="ghost"
              size="xs"
              onClick={() => setFilter('changed')}
              className="-my-2 max-lg:hidden"
            >
              Show
            </Button>
          )}
        </>
      )}
    </p>
  )
}

function Here({ player, isChecking }: TogetherProps) {
  const { quiz, statement } = player
  const people = usePresence((state) => state.people)
  const there = people.filter(({ element_id }) => element_id === quiz.element.id)
  const here = there.filter(({ statement_id }) => !isChecking && statement_id === statement.id)
  const shown = here.length > 0 ? here : there
  const names = formatList(shown.map(({ name }) => isolated(name)))
  const verb = shown.length === 1 ? 'is' : 'are'
  const elsewhere = shown.length === 1 ? 'on another statement' : 'on other statements'
  const place = here.length > 0 || isChecking ? 'here' : `${elsewhere} in this element`
  return (
    <p role="status" className="flex items-center gap-2">
      {shown.length > 0 && (
        <>
          <UsersRound aria-hidden="true" className="size-4.5 shrink-0 stroke-[1.75]" />
          <span>
            {names} {verb} {place}
          </span>
        </>
      )}
    </p>
  )
}
