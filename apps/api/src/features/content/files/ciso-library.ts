import type { ImportChoices } from 'contract/content-imports'
import { isLanguage } from 'contract/language-tag'
import { formatList, plural } from 'rules/plural'
import type { Framework, Library, Translated } from './ciso-shapes.ts'
import { elementsOf, type Say, usualText, type Writing } from './ciso-tree.ts'
import { refusal } from './content-faults.ts'
import {
  type Conversion,
  cut,
  type GroupInput,
  LINE,
  type Notes,
  openKeys,
  openNotes,
  PASSAGE,
  type ResponseInput,
  some,
} from './conversion.ts'

/** A framework of a library: its requirements become statements, and what is above them headings and elements. */
export function convertLibrary(library: Library, choices: ImportChoices): Conversion {
  const [framework, ...others] = frameworksOf(library)
  if (!framework)
    return refusal(
      `This CISO Assistant library has no framework, only ${contentsOf(library)}. Choose another library.`,
    )
  const requirements = framework.requirement_nodes.filter(({ assessable }) => assessable)
  if (requirements.length === 0)
    return refusal(
      'The framework of this library has no requirements to assess. Choose another library.',
    )
  const notes = openNotes()
  const languages = languagesOf(library, framework)
  const language = languages.find((one) => one === choices.language) ?? languages[0] ?? ''
  const hasBoth = requirements.some(({ name, description }) => name && description)
  const writing: Writing = {
    notes,
    say: sayIn(language, library, notes),
    textFrom: choices.text ?? usualText(requirements),
    elementKey: openKeys(notes),
    statementKey: openKeys(notes),
  }
  const set = setOf(library, framework, writing)
  tell(library, { framework, others: others.length, hasBoth }, writing)
  const count = plural(requirements.length, { one: '# requirement', other: '# requirements' })
  return {
    kind: 'ciso-library',
    recognised: `A CISO Assistant library: “${set.title}”, with ${count}.`,
    set: { ...set, language: isLanguage(language) ? language : undefined },
    groups: groupsOf(framework, writing),
    responses: responsesOf(framework, writing.say),
    notes,
    languages,
    offers: hasBoth ? ['text'] : [],
    chosen: { ...(language !== '' && { language }), ...(hasBoth && { text: writing.textFrom }) },
  }
}

function setOf(library: Library, framework: Framework, writing: Writing) {
  const { say, notes } = writing
  const name = say(framework, 'name') ?? framework.ref_id ?? library.name ?? 'Framework'
  const title = cut(name, LINE, notes)
  return {
    title,
    description: some(cut(say(framework, 'description') ?? '', PASSAGE, notes)),
    source: some(cut(sourceOf(library), LINE, notes)),
    licence: some(cut(library.copyright ?? '', PASSAGE, notes)),
    elements: elementsOf(framework.requirement_nodes, title, writing),
  }
}

function frameworksOf({ objects: { framework, frameworks } }: Library): Framework[] {
  return [...framework, ...frameworks]
}

function contentsOf({ objects }: Library) {
  const names = Object.keys(objects).filter((name) => !/^frameworks?$/.test(name))
  return names.length === 0
    ? 'its description'
    : formatList(names.map((name) => name.replaceAll('_', ' ')).slice(0, 10))
}

function sourceOf({ provider, version, urn }: Library) {
  return [provider, version === undefined ? undefined : `version ${version}`, urn]
    .flatMap((part) => some(part) ?? [])
    .join(', ')
}

function languagesOf(library: Library, framework: Framework) {
  const parts: Translated[] = [library, framework, ...framework.requirement_nodes]
  const tags = parts.flatMap(({ translations }) => Object.keys(translations))
  return [...new Set([library.locale ?? '', ...tags])].filter((tag) => tag !== '')
}

function sayIn(language: string, { locale }: Library, notes: Notes): Say {
  return (part, field) => {
    const own = some(part[field])
    if (language === (locale ?? '') || own === undefined) return own
    const translated = some(part.translations[language]?.[field])
    if (translated === undefined)
      notes.leaveOut({
        one: 'the translation of # text: the file has none, so the text stays in its original language',
        other:
          'the translations of # texts: the file has none, so the texts stay in their original language',
      })
    return translated ?? own
  }
}

function groupsOf(
  { implementation_groups_definition: groups, requirement_nodes }: Framework,
  { say, notes }: Writing,
): GroupInput[] {
  const defined = groups.flatMap((group) => {
    const key = some(group.ref_id) ?? some(group.name)
    if (key === undefined) return []
    const label = cut(say(group, 'name') ?? key, LINE, notes)
    return [{ key, label, description: some(cut(say(group, 'description') ?? '', PASSAGE, notes)) }]
  })
  const known = new Set(defined.map(({ key }) => key))
  const named = requirement_nodes.flatMap((node) => node.implementation_groups)
  const others = [...new Set(named)].filter((key) => !known.has(key))
  return [...defined, ...others.map((key) => ({ key, label: key }))]
}

/** A single score is no choice. */
function hasScores({ scores_definition: scores }: Framework): boolean {
  return new Set(scores.map(({ score }) => score)).size > 1
}

function responsesOf(framework: Framework, say: Say): ResponseInput[] {
  if (!hasScores(framework)) return []
  return framework.scores_definition
    .toSorted((one, other) => one.score - other.score)
    .map((score) => ({
      key: String(score.score),
      label: (say(score, 'name') ?? String(score.score)).slice(0, LINE),
      description: say(score, 'description'),
      value: score.score,
    }))
}

type Found = { framework: Framework; others: number; hasBoth: boolean }

function tell(
  library: Library,
  { framework, others, hasBoth }: Found,
  { notes, textFrom }: Writing,
) {
  notes.decide(
    'Each requirement becomes a statement. The group directly above a requirement becomes an element. Higher groups become headings.',
  )
  if (hasBoth)
    notes.decide(
      textFrom === 'name'
        ? 'The name of a requirement becomes the statement, and its description the guidance.'
        : 'The name of a requirement becomes the first line of its statement.',
    )
  if (hasScores(framework)) notes.decide('The score definitions become the responses.')
  notes.leaveOut({ one: '# other framework', other: '# other frameworks' }, others)
  for (const [name, value] of Object.entries(library.objects))
    if (!/^frameworks?$/.test(name) && value !== null)
      notes.leaveOut({
        one: `the ${name.replaceAll('_', ' ')}`,
        other: `the ${name.replaceAll('_', ' ')}`,
      })
}
