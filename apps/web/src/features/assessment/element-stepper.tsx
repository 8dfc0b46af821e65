import type { ElementProgress } from 'contract/assessments'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { cn } from '#ui/cn.ts'
import { isAnswered } from './answers.ts'
import type { Player } from './use-player.ts'
import { Tooltip, TooltipProvider } from '#ui/tooltip.tsx'

interface ElementStepperProps {
  player: Player
  onGo: (index: number) => void
}

export function ElementStepper({ player, onGo }: ElementStepperProps) {
  return (
    <nav aria-label="Elements">
      <ol className="flex flex-col gap-1">
        {player.quiz.elements.map((element) => (
          <li key={element.id}>
            <ElementLink player={player} element={element} />
            {element.id === player.quiz.element.id && <Statements player={player} onGo={onGo} />}
          </li>
        ))}
      </ol>
    </nav>
  )
}

function ElementLink({ player, element }: { player: Player; element: ElementProgress }) {
  const { quiz, answers } = player
  const isOpen = element.id === quiz.element.id
  const answered = isOpen ? answers.filter(isAnswered).length : element.answered
  const isDone = element.is_complete && !isOpen
  return (
    <Link
      to={element.is_complete ? '/assessment/$id/edit' : '/assessment/$id'}
      params={{ id: String(quiz.assessment.id) }}
      search={{ elementId: element.id }}
      className={cn(
        'flex min-h-11 items-center gap-3.5 rounded-md px-2 py-1 text-14 text-subtle-foreground hover:bg-muted hover:text-foreground',
        isOpen && 'font-semibold text-foreground',
      )}
    >
      <span
        className={cn(
          'grid size-6 shrink-0 place-items-center rounded-full border border-input text-12 font-semibold',
          isOpen && 'border-primary bg-primary text-primary-foreground',
          isDone && 'border-foreground bg-foreground text-background',
        )}
      >
        {isDone ? <Check aria-label="Complete" className="size-4 stroke-[2.25]" /> : element.number}
      </span>
      <span dir="auto" className="min-w-0 flex-1 wrap-anywhere">
        {element.title}
        {!element.is_required && (
          <span className="block text-12 font-normal text-muted-foreground">Optional</span>
        )}
      </span>
      {!isDone && (
        <span className="font-normal text-muted-foreground tabular-nums">
          {answered}/{element.total}
          <span className="sr-only"> answered</span>
        </span>
      )}
    </Link>
  )
}

function Statements({ player, onGo }: ElementStepperProps) {
  return (
    <TooltipProvider>
      <ol className="mt-1 mb-2 ml-5 border-l-2 border-track">
        {player.quiz.statements.map((statement, index) => {
          const answer = player.answers[index]
          return (
            <li key={statement.id} className="-ml-0.5">
              <Tooltip text={statement.text} side="right">
                <button
                  type="button"
                  aria-current={index === player.index ? 'true' : undefined}
                  onClick={() => onGo(index)}
                  className="flex min-h-9 w-full items-center gap-2 rounded-r-md border-l-3 border-transparent py-1.5 pr-2 pl-4 text-left text-13 text-subtle-foreground hover:bg-muted aria-[current=true]:border-primary-ui aria-[current=true]:bg-primary-tint aria-[current=true]:font-semibold aria-[current=true]:text-foreground max-lg:min-h-11"
                >
                  <span
                    dir="auto"
                    className="line-clamp-1 min-w-0 flex-1 wrap-anywhere in-aria-[current=true]:line-clamp-2"
                  >
                    {statement.text}
                  </span>
                  {answer && isAnswered(answer) && (
                    <Check aria-label="Answered" className="size-4 shrink-0 stroke-[1.75]" />
                  )}
                </button>
              </Tooltip>
            </li>
          )
        })}
      </ol>
    </TooltipProvider>
  )
}
