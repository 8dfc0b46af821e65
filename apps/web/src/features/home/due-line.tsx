import type { Overview } from 'contract/assessments'
import { CalendarClock, CalendarPlus } from 'lucide-react'
import { useTenant } from '#core/tenant.ts'
import { saveFile } from '#core/files.ts'
import { formatDue, isDone } from '#features/assessments/due-text.ts'
import { Button } from '#ui/button.tsx'
import { calendarText } from './calendar-file.ts'

interface DueLineProps {
  overview: Overview
  dueOn: string
}

/** By when the organisation wants the answers, while there is something left to do. */
export function DueLine({ overview, dueOn }: DueLineProps) {
  const { name } = useTenant()
  const { content_set: contentSet, assessment, set, year, type } = overview
  if (contentSet === null || isDone(type, assessment?.status)) return null
  function save() {
    const event = {
      uid: `${set}-${year}-${type}@${location.host}`,
      day: dueOn,
      title: `${contentSet?.title} ${year} (${name})`,
      url: `${location.origin}/?year=${year}&type=${type}&set=${set}`,
    }
    saveFile(
      new File([calendarText(event, new Date())], `due-${dueOn}.ics`, { type: 'text/calendar' }),
    )
  }
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-15">
      <span className="inline-flex items-center gap-2 font-medium">
        <CalendarClock aria-hidden="true" className="size-5 shrink-0" />
        {formatDue(dueOn)}
      </span>
      <Button
        variant="ghost"
        size="sm"
        icon={<CalendarPlus />}
        onClick={save}
        className="max-sm:-ml-3.5"
      >
        Add to calendar
      </Button>
    </p>
  )
}
