import type { ImportChoices } from 'contract/content-imports'
import { plural } from 'rules/plural'
import {
  cut,
  type ElementInput,
  LINE,
  type Notes,
  openKeys,
  openNotes,
  PASSAGE,
  some,
  type Source,
  type StatementInput,
} from './conversion.ts'
import type { Catalogue, Control, Group, Param, Part } from './oscal-shapes.ts'
import {
  guidanceOf,
  isWithdrawn,
  labelOf,
  linesOf,
  type Parameters,
  plainOf,
  proseOf,
} from './oscal-texts.ts'

type Writing = {
  parameters: Parameters
  notes: Notes
  elementKey: ReturnType<typeof openKeys>
  statementKey: ReturnType<typeof openKeys>
  isWanted: (control: Control) => boolean
  groupsOf: (control: Control) => string[] | undefined
  elements: ElementInput[]
}

/** What a profile makes of its catalogue. */
export type Tailoring = Partial<Pick<Writing, 'isWanted' | 'groupsOf'>> & { title?: string }

/** Groups with controls become elements, and controls statements. */
export function convertCatalogue(
  catalogue: Catalogue,
  { language }: ImportChoices,
  { title, ...tailoring }: Tailoring = {},
): Source {
  const notes = openNotes()
  const writing: Writing = {
    parameters: { of: parametersOf(catalogue), open: new Set() },
    notes,
    elementKey: openKeys(notes),
    statementKey: openKeys(notes),
    isWanted: () => true,
    groupsOf: () => undefined,
    elements: [],
    ...tailoring,
  }
  const plain = (text: string | undefined) => plainOf(text, writing.parameters)
  const { metadata } = catalogue
  const name = plain(metadata.title)
  const root = { title: name, props: [], params: [], parts: [], groups: catalogue.groups }
  visit({ ...root, controls: catalogue.controls }, [], writing, true)
  tell(catalogue, writing)
  return {
    kind: 'oscal-catalogue',
    recognised: recognisedOf(name, catalogue),
    set: {
      title: cut(title ?? name, LINE, notes),
      description: some(cut(plain(metadata.remarks), PASSAGE, notes)),
      language,
      source: some(cut(sourceOf(catalogue), LINE, notes)),
      elements: writing.elements,
    },
    groups: [],
    responses: [],
    notes,
  }
}

function recognisedOf(name: string, { metadata, groups, controls }: Catalogue) {
  const count = plural(allControls({ groups, controls }).length, {
    one: '# control',
    other: '# controls',
  })
  const version = metadata.version === undefined ? '' : `, version ${metadata.version},`
  return `An OSCAL catalogue: “${name}”${version} with ${count}.`
}

function sourceOf({ metadata }: Catalogue) {
  const publishers = metadata.parties.flatMap(({ name }) => name ?? [])
  const version = metadata.version === undefined ? [] : [`version ${metadata.version}`]
  return [...publishers.slice(0, 3), ...version].join(', ')
}

type Tree = Pick<Group, 'controls'> & { groups?: Group[] }

export function allControls({ groups = [], controls }: Tree): Control[] {
  return [
    ...controls.flatMap((control) => [control, ...allControls(control)]),
    ...groups.flatMap((group) => allControls(group)),
  ]
}

function parametersOf(catalogue: Catalogue): Map<string, Param> {
  const groups = allGroups(catalogue.groups)
  const all = [
    ...catalogue.params,
    ...groups.flatMap(({ params }) => params),
    ...allControls(catalogue).flatMap(({ params }) => params),
  ]
  const older = all.flatMap((param) =>
    param.props.flatMap(({ name, value }) =>
      name === 'alt-identifier' ? [[value, param] as const] : [],
    ),
  )
  return new Map([...older, ...all.map((param) => [param.id, param] as const)])
}

function allGroups(groups: readonly Group[]): Group[] {
  return groups.flatMap((group) => [group, ...allGroups(group.groups)])
}

/** Adds the element of a group, if it has controls, and of the groups within it. */
function visit(group: Group, path: string[], writing: Writing, isRoot = false) {
  const { parameters, notes } = writing
  const title = cut(plainOf(group.title, parameters), LINE, notes)
  const inner = isRoot ? path : [...path, title]
  const headings = group.controls.filter(isHeading)
  const statements = group.controls
    .filter((control) => !isHeading(control))
    .flatMap((control) => statementsOf(control, writing))
  const description = group.parts.flatMap((part) => guidanceOf(part, parameters)).join('\n\n')
  if (statements.length > 0)
    writing.elements.push({
      key: writing.elementKey(keyOf(group), [...path, title].join('\n')),
      title,
      description: some(cut(description, PASSAGE, notes)),
      path: path.length === 0 ? undefined : path,
      statements,
    })
  else if (description !== '')
    notes.leaveOut({ one: 'the text of # heading', other: 'the texts of # headings' })
  for (const heading of headings) visit({ ...heading, groups: [] }, inner, writing)
  for (const one of group.groups) visit(one, inner, writing)
}

/** Spelt as its controls have it: the group “ac” of AC-1 is AC. */
function keyOf({ id, controls, ...group }: Group): string | undefined {
  const label = labelOf(group)
  const first = controls[0] && labelOf(controls[0])
  if (label !== undefined || id === undefined || first === undefined) return label ?? id
  return first.toLowerCase().startsWith(id.toLowerCase()) ? first.slice(0, id.length) : id
}

/** A control that only holds others together. */
function isHeading({ controls, parts }: Control) {
  return controls.length > 0 && parts.length === 0
}

/** A control and those within it, which enhance it. */
function statementsOf(control: Control, writing: Writing): StatementInput[] {
  const own = statementOf(control, writing)
  return [
    ...(own ? [own] : []),
    ...control.controls.flatMap((inner) => statementsOf(inner, writing)),
  ]
}

function statementOf(control: Control, writing: Writing): StatementInput | undefined {
  const { parameters, notes } = writing
  if (isWithdrawn(control)) {
    notes.leaveOut({ one: '# withdrawn control', other: '# withdrawn controls' })
    return undefined
  }
  if (!writing.isWanted(control)) {
    notes.leaveOut({
      one: '# control that the profile doesn’t choose',
      other: '# controls that the profile doesn’t choose',
    })
    return undefined
  }
  const title = plainOf(control.title, parameters).replaceAll('\n', ' ')
  const lines = control.parts.filter(isStatement).flatMap((part) => linesOf(part, parameters))
  const guidance = control.parts
    .filter((part) => !isStatement(part) && !isAssessment(part))
    .flatMap((part) =>
      part.name === 'guidance' ? untitled(part, parameters) : guidanceOf(part, parameters),
    )
  notes.leaveOut(
    { one: '# link to a control or a source', other: '# links to controls and sources' },
    control.links.length,
  )
  countParts(control, notes)
  return {
    key: writing.statementKey(labelOf(control) ?? control.id, control.id),
    text: cut([title, ...lines].join('\n'), PASSAGE, notes),
    guidance: some(cut(guidance.join('\n\n'), PASSAGE, notes)),
    shortTitle: lines.length === 0 ? undefined : cut(title, LINE, notes),
    evidenceExample: some(cut(examined(control, parameters), PASSAGE, notes)),
    groups: writing.groupsOf(control),
  }
}

function isStatement({ name }: Part) {
  return name === 'statement'
}

/** How an assessor checks a control. */
function isAssessment({ name }: Part) {
  return name.startsWith('assessment')
}

/** The label of guidance is “Guidance”, which its field is called already. */
function untitled({ title: _, props: __, ...part }: Part, parameters: Parameters) {
  return guidanceOf({ ...part, props: [] }, parameters)
}

function methodOf({ props }: Part) {
  return props.find(({ name }) => name === 'method')?.value.toUpperCase()
}

/** The documents and records to examine, as a list. */
function examined({ parts }: Control, parameters: Parameters): string {
  return parts
    .filter((part) => isAssessment(part) && methodOf(part) === 'EXAMINE')
    .flatMap((part) => part.parts)
    .flatMap(({ prose }) => proseOf(prose, parameters).split(/\n+/))
    .flatMap((line) => (line.trim() === '' ? [] : [`- ${line.trim()}`]))
    .join('\n')
}

function countParts({ parts, params }: Control, notes: Notes) {
  const others = parts.filter((part) => isAssessment(part) && methodOf(part) !== 'EXAMINE')
  const methods = others.filter((part) => methodOf(part) !== undefined)
  notes.leaveOut(
    {
      one: 'the assessment objectives of # control',
      other: 'the assessment objectives of # controls',
    },
    Math.min(1, others.length - methods.length),
  )
  notes.leaveOut(
    { one: '# assessment interview or test', other: '# assessment interviews and tests' },
    methods.length,
  )
  notes.leaveOut(
    { one: 'the explanation of # parameter', other: 'the explanations of # parameters' },
    params.filter(({ guidelines }) => guidelines.length > 0).length,
  )
}

function tell(catalogue: Catalogue, { notes, parameters, elements }: Writing) {
  notes.decide('Each group with controls becomes an element, and each control a statement.')
  if (elements.some(({ path }) => path))
    notes.decide('Groups that contain these groups become headings.')
  const open = parameters.open.size
  if (open > 0)
    notes.decide(
      plural(open, {
        one: '# parameter without a value appears in square brackets.',
        other: '# parameters without a value appear in square brackets.',
      }),
    )
  const examples = elements.flatMap(({ statements }) => statements)
  if (examples.some(({ evidenceExample }) => evidenceExample))
    notes.decide('The objects that assessors examine become the example of evidence.')
  notes.leaveOut(
    { one: '# entry of the list of sources', other: '# entries of the list of sources' },
    catalogue['back-matter']?.resources.length ?? 0,
  )
}
