import './charts.css'
import { ElementName } from './element-name.tsx'
import { ContentText } from '#ui/content-text.tsx'
import { OwnText } from '#ui/own-text.tsx'
import { LineMarks, percent } from './mark.tsx'
import { isDrawnInLevels } from 'rules/scores'
import { pointNames, gapOf, type ProfileElement, type Scale, scalePoints } from './profile.ts'

type DumbbellProps = { elements: readonly ProfileElement[]; scale: Scale; label: string }

export function Dumbbell({ elements, scale, label }: DumbbellProps) {
  return (
    <div className="chart @container" role="img" aria-label={label}>
      <div className="hidden grid-cols-[13.5rem_1fr_4.5rem] items-end @md:grid">
        <Heads scale={scale} />
      </div>
      {elements.map((element) => (
        <div
          key={element.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-border py-2.5 last:border-b-0 @md:grid-cols-[13.5rem_1fr_4.5rem] @md:gap-x-0 @md:border-0 @md:py-0"
        >
          <span
            className="text-15 font-medium wrap-anywhere @md:line-clamp-2 @md:text-14 @md:leading-[17px]"
            title={element.title}
          >
            <ElementName of={element} />
          </span>
          <span className="text-end text-15 font-semibold tabular-nums @md:order-last @md:text-14">
            <OwnText>{gapOf(element, scale)}</OwnText>
          </span>
          <span className="col-span-2 block px-3 @md:col-span-1">
            {element.current === null && element.future === null ? (
              <span className="text-14 text-muted-foreground @md:leading-[38px]">Not scored</span>
            ) : (
              <Line element={element} scale={scale} />
            )}
          </span>
        </div>
      ))}
    </div>
  )
}

function Heads({ scale }: { scale: Scale }) {
  const points = scalePoints(scale)
  return (
    <>
      <span />
      <span className="relative mx-3 block h-7 text-12 text-muted-foreground">
        {points.map((point, index) => (
          <span
            key={point}
            className="narrow absolute top-0 -translate-x-1/2 truncate px-1 text-center whitespace-nowrap rtl:translate-x-1/2"
            style={{
              insetInlineStart: percent(point),
              maxWidth: `${100 / Math.max(1, points.length - 1)}%`,
            }}
            title={isDrawnInLevels(scale) ? scale.names[index] : undefined}
          >
            <Head scale={scale} index={index} />
          </span>
        ))}
      </span>
      <span className="mb-2.5 text-end text-12 text-muted-foreground">Gap</span>
    </>
  )
}

function Head({ scale, index }: { scale: Scale; index: number }) {
  const name = pointNames(scale)[index]
  if (!isDrawnInLevels(scale)) return name
  return (
    <>
      <b className="font-semibold text-subtle-foreground">{name}</b>{' '}
      <ContentText className="hidden @lg:inline">{scale.names[index]}</ContentText>
    </>
  )
}

function Line({ element, scale }: { element: ProfileElement; scale: Scale }) {
  const { current, future, certified } = element
  return (
    <svg width="100%" className="block h-7 overflow-visible @md:h-[38px] rtl:-scale-x-100">
      {/* A grid line through all rows, or a dot on the row's line. */}
      {scalePoints(scale)
        .map(percent)
        .map((at) => (
          <g key={at}>
            <line x1={at} x2={at} y2="100%" stroke="var(--border)" className="hidden @md:inline" />
            <circle cx={at} cy="50%" r="1.7" fill="var(--input)" className="@md:hidden" />
          </g>
        ))}
      <line
        x2="100%"
        y1="50%"
        y2="50%"
        stroke="var(--chart-line)"
        strokeWidth={2.5}
        className="@md:hidden"
      />
      <LineMarks {...{ current, future, certified }} s={7} width={3} dash="5 3" />
    </svg>
  )
}
