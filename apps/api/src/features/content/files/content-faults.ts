import { ContentSetFile, type Fault } from 'contract/content-format'

export type ContentRead = { set: ContentSetFile } | { faults: Fault[] }

type Path = readonly PropertyKey[]

/** Returns where a path is in the file that was read, and what its field is called there. */
type PlaceOf = (path: Path) => { place: string; field: string }

export function refusal(message: string): { faults: Fault[] } {
  return { faults: [{ place: 'File', message }] }
}

export function readSet(input: unknown, placeOf: PlaceOf): ContentRead {
  const result = ContentSetFile.safeParse(input)
  if (result.success) return { set: result.data }
  const faults = result.error.issues.flatMap((issue) =>
    pathsOf(issue).map((path) => {
      const { place, field } = placeOf(path)
      return { place, message: `${field} ${issue.message}`.trim() }
    }),
  )
  return { faults }
}

function pathsOf(issue: { code: string; path: Path; keys?: string[] }) {
  return issue.keys ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
}
