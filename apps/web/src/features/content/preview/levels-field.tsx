import { useEffect, useState } from 'react'
import { Mark } from '#ui/marks.tsx'

export interface Levels {
  current: number
  future: number
}

const A_PAUSE = 250

interface LevelsFieldProps {
  levels: Levels
  /** Level names, lowest first; none: percent. */
  scale: readonly string[]
  onChange: (levels: Levels) => void
}

export function LevelsField({ levels, scale, onChange }: LevelsFieldProps) {
  const [moved, setMoved] = useState(levels)
  useEffect(() => {
    if (moved.current === levels.current && moved.future === levels.future) return undefined
    const timer = setTimeout(() => onChange(moved), A_PAUSE)
    return () => clearTimeout(timer)
  }, [moved, levels, onChange])
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      <Level
        kind="current"
        label="Current"
        value={moved.current}
        scale={scale}
        onChange={(current) => setMoved({ current, future: Math.max(current, moved.future) })}
      />
      <Level
        kind="future"
        label="Future"
        value={moved.future}
        scale={scale}
        onChange={(future) => setMoved({ future, current: Math.min(future, moved.current) })}
      />
    </div>
  )
}

interface LevelProps {
  kind: 'current' | 'future'
  label: string
  value: number
  scale: readonly string[]
  onChange: (value: number) => void
}

function Level({ kind, label, value, scale, onChange }: LevelProps) {
  const words = levelWords(value, scale)
  return (
    <label className="block w-64 max-w-full text-14">
      <span className="flex items-center gap-1.5 font-medium">
        <Mark kind={kind} size={5} />
        {label}
        <span aria-hidden="true" className="ml-auto font-normal text-muted-foreground">
          {words}
        </span>
      </span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
        className="h-11 w-full cursor-pointer accent-primary"
      />
    </label>
  )
}

/** "40%, near Developing" */
function levelWords(value: number, scale: readonly string[]) {
  if (scale.length < 2) return `${value}%`
  const name = scale[Math.round((value / 100) * (scale.length - 1))]
  return `${value}%, near ${name}`
}
