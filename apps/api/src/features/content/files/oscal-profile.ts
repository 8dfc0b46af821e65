import type { ImportChoices } from 'contract/content-imports'
import { formatList, formatNumber, plural } from 'rules/plural'
import { refusal } from './content-faults.ts'
import type { Conversion } from './conversion.ts'
import { allControls, convertCatalogue, type Tailoring } from './oscal-catalogue.ts'
import { plainLine } from './oscal-texts.ts'
import type { Catalogue, Control, Profile, Selection } from './oscal-shapes.ts'

/** The groups of a catalogue whose profile marks controls instead of choosing them. */
const CHOSEN = 'profile'
const WHOLE = 'catalogue'

/** A catalogue with only the controls that a profile chooses, or with all and the profile as a group. */
export function convertProfile(
  profile: Profile,
  catalogue: Catalogue,
  choices: ImportChoices,
): Conversion {
  const all = allControls(catalogue)
  const known = new Set(all.map(({ id }) => id))
  const missing = [...new Set(namedIds(profile))].filter((id) => !known.has(id))
  if (missing.length > 0) return refusal(missingText(missing, profile, catalogue))
  const chosen = chosenOf(profile, catalogue)
  if (chosen.size === 0)
    return refusal(
      'The profile doesn’t choose any controls from this catalogue. Choose another catalogue.',
    )
  const isWhole = choices.whole === true
  const title = plainLine(profile.metadata.title)
  const whole = plainLine(catalogue.metadata.title)
  const tailoring: Tailoring = isWhole
    ? { groupsOf: ({ id }) => (chosen.has(id) ? [CHOSEN, WHOLE] : [WHOLE]) }
    : { title, isWanted: ({ id }) => chosen.has(id) }
  const source = convertCatalogue(withValues(catalogue, profile), choices, tailoring)
  source.notes.leaveOut(
    { one: '# text change in the profile', other: '# text changes in the profile' },
    profile.modify.alters.length,
  )
  const count = plural(all.length, { one: '# control', other: '# controls' })
  const groups = [
    { key: CHOSEN, label: title },
    { key: WHOLE, label: whole },
  ]
  return {
    ...source,
    kind: 'oscal-profile',
    recognised: `An OSCAL profile: “${title}” chooses ${formatNumber(chosen.size)} of ${count} in “${whole}”.`,
    groups: isWhole ? groups : [],
    offers: ['whole'],
    chosen: { whole: isWhole },
  }
}

/** What an author does with a profile alone. A catalogue has to have all of its controls. */
export function catalogueToChoose(profile: Profile): string {
  return namesOf(profile).length === 1
    ? `Choose its catalogue too: ${neededCatalogue(profile)}.`
    : `Also choose one catalogue that has the controls of ${neededCatalogue(profile)}.`
}

/** What an author needs beside the profile. */
export function neededCatalogue(profile: Profile): string {
  return formatList(namesOf(profile))
}

function namesOf(profile: Profile): string[] {
  return [...new Set(profile.imports.map(({ href }) => nameOf(href, profile)))]
}

const LISTED = 10

function missingText(missing: string[], profile: Profile, { metadata }: Catalogue) {
  const some = formatList(missing.slice(0, LISTED))
  const count = plural(missing.length, {
    one: '# control that the profile chooses isn’t in',
    other: '# controls that the profile chooses aren’t in',
  })
  const list = missing.length > LISTED ? `, such as ${some}` : `: ${some}`
  const choose =
    namesOf(profile).length === 1
      ? 'Choose the catalogue'
      : 'Choose one catalogue that has the controls of'
  return `${count} “${plainLine(metadata.title)}”${list}. ${choose} ${neededCatalogue(profile)}.`
}

/** Addresses such as `#84cbf061` lead to the list of sources. */
function nameOf(href: string, profile: Profile) {
  const resource = profile['back-matter']?.resources.find(({ uuid }) => `#${uuid}` === href)
  if (!resource) return `“${fileOf(href)}”`
  const files = resource.rlinks.map((link) => fileOf(link.href))
  const file = files.find((one) => one.endsWith('.json')) ?? files[0]
  const title = resource.title ?? resource.description ?? file ?? href
  return file === undefined || file === title ? `“${title}”` : `“${title}” (${file})`
}

function fileOf(href: string) {
  return href.split(/[/\\]/).at(-1) ?? href
}

function namedIds({ imports }: Profile) {
  return imports.flatMap((one) =>
    (one['include-controls'] ?? []).flatMap((selection) => selection['with-ids']),
  )
}

function chosenOf({ imports }: Profile, catalogue: Catalogue): Set<string> {
  const chosen = new Set<string>()
  for (const one of imports) {
    const included = one['include-controls']
    const from = included
      ? included.flatMap((selection) => selectedBy(selection, catalogue))
      : allControls(catalogue).map(({ id }) => id)
    const without = new Set(
      one['exclude-controls'].flatMap((selection) => selectedBy(selection, catalogue)),
    )
    for (const id of from) if (!without.has(id)) chosen.add(id)
  }
  return chosen
}

function selectedBy(selection: Selection, catalogue: Catalogue): string[] {
  const ids = new Set(selection['with-ids'])
  const isNamed = ({ id }: Control) =>
    ids.has(id) || selection.matching.some(({ pattern }) => fits(id, pattern))
  const named = allControls(catalogue).filter(isNamed)
  const all = selection['with-child-controls'] === 'yes' ? named.flatMap(withInner) : named
  return all.map(({ id }) => id)
}

function withInner(control: Control): Control[] {
  return [control, ...allControls(control)]
}

/** A pattern with * for any characters and ? for one, tried in a time that grows with both lengths. */
export function fits(text: string, pattern: string): boolean {
  let [at, next, star, mark] = [0, 0, -1, 0]
  while (at < text.length) {
    const sign = pattern[next]
    if (sign === '*') [star, mark, next] = [next, at, next + 1]
    else if (sign === '?' || sign === text[at]) [at, next] = [at + 1, next + 1]
    else if (star >= 0) [next, mark, at] = [star + 1, mark + 1, mark + 1]
    else return false
  }
  return /^\**$/.test(pattern.slice(next))
}

/** The catalogue with the parameters that the profile sets. */
function withValues(catalogue: Catalogue, { modify }: Profile): Catalogue {
  const given = modify['set-parameters']
  if (given.length === 0) return catalogue
  const set = new Map(given.map(({ 'param-id': id, ...param }) => [id, param]))
  const change = <Part extends { params: Catalogue['params'] }>(part: Part): Part => ({
    ...part,
    params: part.params.map((param) => ({ ...param, ...set.get(param.id) })),
  })
  const inControl = (control: Control): Control => ({
    ...change(control),
    controls: control.controls.map(inControl),
  })
  const inGroup = (group: Catalogue['groups'][number]): Catalogue['groups'][number] => ({
    ...change(group),
    controls: group.controls.map(inControl),
    groups: group.groups.map(inGroup),
  })
  return {
    ...change(catalogue),
    controls: catalogue.controls.map(inControl),
    groups: catalogue.groups.map(inGroup),
  }
}
