import type { ElementProgress } from 'contract/assessments'
import { ElementRing } from '#features/charts/element-ring.tsx'
import { LevelScale } from '#features/charts/level-scale.tsx'
import type { Scale } from '#features/charts/profile.ts'
import { routeText } from './result-labels.ts'

interface ElementResultsProps {
  elements: readonly ElementProgress[]
  scale: Scale
}

export function ElementResults({ elements, scale }: ElementResultsProps) {
  return (
    <ol className="overflow-hidden rounded-lg border bg-card">
      {elements.map((element) => (
        <li
          key={element.id}
          className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t px-4 py-2 first:border-t-0 sm:grid-cols-[auto_minmax(0,1fr)_auto_5.5rem]"
        >
          <ElementRing element={{ ...element, isComplete: element.is_complete }} />
          <span className="min-w-0">
            <span className="block text-15 font-medium wrap-anywhere">
              {element.title}
              {element.is_complete && <span className="sr-only">, complete</span>}
            </span>
            <span className="block text-13 text-muted-foreground">
              {element.answered} of {element.total} answered
              {element.to_confirm > 0 && `, ${element.to_confirm} to confirm`}
            </span>
          </span>
          {element.current === null ? (
            <span className="max-sm:hidden" />
          ) : (
            <LevelScale
              scale={scale}
              current={element.current}
              future={element.future}
              certified={element.certified}
              className="max-sm:hidden"
            />
          )}
          <span className="text-right text-14 whitespace-nowrap tabular-nums">
            {routeText(element, scale)}
          </span>
        </li>
      ))}
    </ol>
  )
}
