import { ContentSetFile } from './content-format.ts'
import type { DraftElement, DraftFault, DraftHead } from './draft.ts'

type Stored = { id: number; element: DraftElement }

/** The draft as an exchange file, without its empty fields. */
export function fileOfDraft(head: DraftHead, elements: readonly DraftElement[]): unknown {
  const { title, description, language, source, licence, introduction, scale } = head
  const { scoreFrom, notApplicableCounts } = head
  const shared = listed({ responses: head.responses })
  return {
    format: 'content-set/1',
    ...present({ title, description, language, source, licence, introduction }),
    ...(scale.length > 0 && { scale }),
    ...present({ scoreFrom, notApplicableCounts }),
    ...listed({ groups: head.groups }),
    ...shared,
    certificationBands: head.certificationBands.map(present),
    ...listed({ elementBands: head.elementBands }),
    elements: elements.map(({ reportBands, statements, path, ...element }) => ({
      ...present(element),
      ...(path && placeOf(path)),
      ...(reportBands.length > 0 && { reportBands: reportBands.map(present) }),
      statements: statements.map(({ responses, ...statement }) => ({
        ...present(statement),
        // Without any, it takes the set’s.
        ...((responses.length > 0 || !('responses' in shared)) && {
          responses: responses.map(present),
        }),
      })),
    })),
  }
}

/** Lists that a set doesn't use are left out. */
function listed(lists: Record<string, readonly Record<string, unknown>[] | undefined>) {
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, list = []]) =>
      list.length > 0 ? [[name, list.map(present)]] : [],
    ),
  )
}

/** An author may still be writing a heading. */
function placeOf(path: readonly string[]) {
  const headings = path.filter((heading) => heading.trim() !== '')
  return headings.length > 0 ? { group: undefined, path: headings } : {}
}

/** All faults that keep a draft from being published. */
export function faultsOfDraft(head: DraftHead, elements: readonly Stored[]): DraftFault[] {
  const file = fileOfDraft(
    head,
    elements.map(({ element }) => element),
  )
  const { error } = ContentSetFile.safeParse(file)
  const found = (error?.issues ?? []).map((issue) => placed(issue, head, elements))
  return [...found, ...faultsBeyondFile(head)]
}

/** What an edition needs besides the exchange format. */
export function faultsBeyondFile({ year_from, year_to, ...head }: DraftHead): DraftFault[] {
  const faults: DraftFault[] = []
  const report = (field: string, message: string) =>
    faults.push({ element_id: null, statement: null, response: null, field, message })
  if (year_from === null) report('year_from', 'Enter the first year')
  if (year_from !== null && year_to !== null && year_to < year_from)
    report('year_to', `Enter ${year_from} or later`)
  if (!head.offers_self_assessment && !head.offers_certification)
    report('offers_self_assessment', 'Choose self-assessment, certification or both')
  return faults
}

type Path = readonly PropertyKey[]
type Issue = { path: Path; message: string }

function placed(
  { path, message }: Issue,
  head: DraftHead,
  elements: readonly Stored[],
): DraftFault {
  const [stored, ofElement] = stepInto(path, 'elements', elements)
  const [statement, ofStatement] = stepInto(ofElement, 'statements', stored?.element.statements)
  const responses = stored ? statement?.responses : head.responses
  const [response, field] = stepInto(ofStatement, 'responses', responses)
  return {
    element_id: stored?.id ?? null,
    statement: statement?.key ?? null,
    response: response?.key ?? null,
    field: field.join('.'),
    message: worded(message),
  }
}

/** The list item that a path leads to, and the rest of the path. */
function stepInto<Item>(
  path: Path,
  list: string,
  items: readonly Item[] = [],
): [Item | undefined, Path] {
  const [name, index, ...rest] = path
  const item = name === list && typeof index === 'number' ? items[index] : undefined
  return item === undefined ? [undefined, path] : [item, rest]
}

// The schema's messages follow a field's name; here they are shown below the field.
function worded(message: string) {
  const own = message.replace(/^is (missing|too short): /, '')
  return own.charAt(0).toUpperCase() + own.slice(1)
}

function present(fields: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== null && value !== undefined && value !== '',
    ),
  )
}
