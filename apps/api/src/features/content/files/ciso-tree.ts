import { CONTENT_LIMITS } from 'contract/content-limits'
import type { Node, Translated } from './ciso-shapes.ts'
import {
  cut,
  type ElementInput,
  LINE,
  type Notes,
  type openKeys,
  PASSAGE,
  some,
  type StatementInput,
} from './conversion.ts'

type Field = 'name' | 'description' | 'annotation' | 'typical_evidence'
type Texts = Partial<Record<Field, string | undefined>>
/** A text in the chosen language, or as it is if it isn't translated. */
export type Say = (part: Texts & Translated, field: Field) => string | undefined

export type Writing = {
  notes: Notes
  say: Say
  textFrom: 'name' | 'description'
  elementKey: ReturnType<typeof openKeys>
  statementKey: ReturnType<typeof openKeys>
}

/** Longer texts explain a requirement, whose name then says what it is. */
const EXPLAINS = 400

export function usualText(nodes: readonly Node[]): 'name' | 'description' {
  const both = nodes.filter(({ name, description }) => name && description)
  const long = both.filter(({ description = '' }) => description.length > EXPLAINS)
  return long.length * 2 > both.length ? 'name' : 'description'
}

/** Each requirement is in the element of the nearest heading above it. */
export function elementsOf(
  nodes: readonly Node[],
  title: string,
  writing: Writing,
): ElementInput[] {
  const byUrn = new Map(nodes.map((node) => [node.urn, node]))
  const of = Map.groupBy(
    nodes.filter(({ assessable }) => assessable),
    (node) => headingOf(node, byUrn),
  )
  const parents = new Set(nodes.map(({ parent_urn }) => parent_urn))
  const root = of.get(undefined) ?? []
  const first: ElementInput[] =
    root.length === 0
      ? []
      : [
          {
            key: writing.elementKey(undefined, title),
            title,
            statements: root.map((node) => statementOf(node, title, writing)),
          },
        ]
  const others = nodes.flatMap((node): ElementInput[] => {
    if (node.assessable) return []
    const own = of.get(node) ?? []
    if (own.length === 0) {
      countHeading(node, parents.has(node.urn), writing.notes)
      return []
    }
    const name = titleOf(node, writing)
    const path = above(node, byUrn).map((one) => titleOf(one, writing))
    return [
      {
        key: writing.elementKey(node.ref_id, [...path, name].join('\n')),
        title: name,
        description: some(cut(descriptionOf(node, writing), PASSAGE, writing.notes)),
        path: path.length === 0 ? undefined : path.slice(-CONTENT_LIMITS.headings),
        statements: own.map((one) => statementOf(one, node.ref_id ?? name, writing)),
      },
    ]
  })
  return [...first, ...others]
}

function countHeading({ name, description }: Node, isAbove: boolean, notes: Notes) {
  if (!isAbove)
    notes.leaveOut({ one: '# part without a requirement', other: '# parts without a requirement' })
  else if (some(name) && some(description))
    notes.leaveOut({ one: 'the text of # heading', other: 'the texts of # headings' })
}

type ByUrn = ReadonlyMap<string | undefined, Node>

/** From the outermost, in as many steps as a tree can have: a file can name a part as its own parent. */
function above(node: Node, byUrn: ByUrn): Node[] {
  const found: Node[] = []
  let parent = parentOf(node, byUrn)
  while (parent && !found.includes(parent) && found.length < 50) {
    found.unshift(parent)
    parent = parentOf(parent, byUrn)
  }
  return found
}

function parentOf({ parent_urn }: Node, byUrn: ByUrn) {
  return parent_urn === undefined ? undefined : byUrn.get(parent_urn)
}

function headingOf(node: Node, byUrn: ByUrn) {
  return above(node, byUrn).findLast(({ assessable }) => !assessable)
}

function titleOf(node: Node, { say, notes }: Writing) {
  const title = say(node, 'name') ?? say(node, 'description') ?? node.ref_id ?? 'Requirements'
  return cut(title.replaceAll('\n', ' '), LINE, notes)
}

function descriptionOf(node: Node, { say }: Writing) {
  const texts = [node.name && say(node, 'description'), say(node, 'annotation')]
  return texts.flatMap((one) => one ?? []).join('\n\n')
}

function statementOf(node: Node, place: string, writing: Writing): StatementInput {
  const { say, notes } = writing
  const evidence = say(node, 'typical_evidence') ?? ''
  countParts(node, notes)
  return {
    key: writing.statementKey(node.ref_id, `${place}\n${node.name}\n${node.description}`),
    ...textsOf(node, writing),
    weight: node.weight ?? undefined,
    evidenceExample: some(cut(evidence, PASSAGE, notes)),
    groups: node.implementation_groups.length === 0 ? undefined : node.implementation_groups,
  }
}

/** The name alone, with the description as guidance, or both, with the name as the short title. */
function textsOf(node: Node, { say, notes, textFrom }: Writing) {
  const [name, description] = [say(node, 'name'), say(node, 'description')]
  const isByName = textFrom === 'name' && name !== undefined
  const texts = [name, isByName ? undefined : description]
  const guidance = [isByName ? description : undefined, say(node, 'annotation')]
  const isShort = isByName || name === undefined || description === undefined
  return {
    text: cut(joined(texts, '\n') ?? node.ref_id ?? 'Requirement', PASSAGE, notes),
    guidance: some(cut(joined(guidance, '\n\n') ?? '', PASSAGE, notes)),
    shortTitle: isShort ? undefined : cut(name, LINE, notes),
  }
}

function joined(texts: readonly (string | undefined)[], between: string) {
  return some(texts.flatMap((one) => one ?? []).join(between))
}

function countParts(node: Node, notes: Notes) {
  const count = (one: string, other: string, number: number) =>
    notes.leaveOut({ one, other }, number)
  count(
    '# link to a reference control',
    '# links to reference controls',
    node.reference_controls.length,
  )
  count('# link to a threat', '# links to threats', node.threats.length)
  count('the questions of # requirement', 'the questions of # requirements', node.questions ? 1 : 0)
  count(
    'the importance of # requirement',
    'the importance of # requirements',
    node.importance && node.importance !== 'undefined' ? 1 : 0,
  )
  count(
    '# condition for showing a requirement',
    '# conditions for showing requirements',
    node.visibility_expression ? 1 : 0,
  )
}
