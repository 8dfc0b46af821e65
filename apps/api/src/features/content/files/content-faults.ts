import { ContentSetFile, type Fault } from 'contract/content-format'
import type { ImportFindings } from 'contract/content-imports'

/** `ignored`: the sheets of a workbook that are none of ours. `findings`: of a file of another kind. */
export type ContentRead = ({ set: ContentSetFile; ignored?: string[] } | { faults: Fault[] }) & {
  findings?: ImportFindings
}

type Path = readonly PropertyKey[]

/** Returns where a path is in the file that was read, and what its field is called there. */
export type PlaceOf = (path: Path) => { place: string; field: string }

export function refusal(message: string): { faults: Fault[] } {
  return { faults: [{ place: 'File', message }] }
}

type Place = ReturnType<PlaceOf>

/** Faults of places that are told already are left out. */
export function readSet(
  input: unknown,
  placeOf: PlaceOf,
  isTold: (place: Place) => boolean = () => false,
): ContentRead {
  const result = ContentSetFile.safeParse(input)
  if (result.success) return { set: result.data }
  const faults = result.error.issues.flatMap((issue) =>
    pathsOf(issue).flatMap((path) => {
      const place = placeOf(path)
      if (isTold(place)) return []
      return [{ place: place.place, message: `${place.field} ${issue.message}`.trim() }]
    }),
  )
  return { faults }
}

function pathsOf(issue: { code: string; path: Path; keys?: string[] }) {
  return issue.keys ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}

export function jsonPlace(path: Path): ReturnType<PlaceOf> {
  const place = path.reduce<string>(
    (start, part) => (typeof part === 'number' ? `${start}[${part}]` : `${start}.${String(part)}`),
    '',
  )
  const field = path.findLast((part) => typeof part === 'string') ?? ''
  return {
    place: place.replace(/^\./, '') || 'File',
    field: path.length === 0 ? 'The file' : field,
  }
}
