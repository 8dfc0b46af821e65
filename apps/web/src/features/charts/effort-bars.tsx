import './charts.css'

export function EffortBars({ effort, of = 5 }: { effort: number; of?: number }) {
  return (
    <span className="chart inline-flex items-center gap-2 text-15 whitespace-nowrap text-subtle-foreground tabular-nums">
      <svg width={8 * of - 3} height="14" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <rect
            key={index}
            x={8 * index}
            width="5"
            height="14"
            rx="2"
            fill={index < effort ? 'var(--subtle-foreground)' : 'var(--track)'}
          />
        ))}
      </svg>
      {effort} of {of}
    </span>
  )
}
