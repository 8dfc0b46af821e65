import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One row of docs/security.md. */
export type Entry = {
  id: string
  level: string
  requirement: string
  state: string
  evidence: string
}

/** Characters of a section that says something. */
const SHORTEST = 100
const ROOT = resolve(import.meta.dirname, '..')
const ROW =
  /^\| (\d+\.\d+\.\d+) +\| (\d) +\| (.+?) +\| (met|not applicable|deviation|open) +\| (.*?) +\|$/
// `path/of/a/file`; a code span without a slash is part of the reason.
const FILE = /`([^`]*\/[^`]*)`/g
// A heading as a Markdown link.
const HEADING = /\[[^\]]+\]\(([^)#]*)#([^)]+)\)/g

export function readRegister(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [, id, level, requirement, state, evidence] = ROW.exec(line) ?? []
    if (!id || !level || !requirement || !state || evidence === undefined) return []
    return [{ id, level, requirement, state, evidence }]
  })
}

/** What is wrong with an entry; empty if nothing is. */
export function faultsOf({ state, evidence }: Entry, read = readFile): string[] {
  const files = [...evidence.matchAll(FILE)].map(([, path = '']) => path)
  const headings = [...evidence.matchAll(HEADING)]
  const reason = evidence.replaceAll(FILE, '').replaceAll(HEADING, '').trim()
  const needsReason = state !== 'met'
  const needsEvidence = state === 'met' || state === 'deviation'
  return [
    ...(needsReason && reason.length < 20 ? ['gives no reason'] : []),
    ...(needsEvidence && files.length + headings.length === 0 ? ['cites no file or heading'] : []),
    ...files.filter((path) => read(path) === undefined).map((path) => `there is no file ${path}`),
    ...headings.flatMap(([, file = '', anchor = '']) => faultsOfHeading(read, file, anchor)),
  ]
}

function faultsOfHeading(read: typeof readFile, file: string, anchor: string): string[] {
  const source = read(join('docs', file === '' ? 'security.md' : file)) ?? ''
  const text = source
    .split(/^#+ /m)
    .map((section) => /^(.*)\n?([^]*)$/.exec(section) ?? [])
    .find(([, heading = '']) => anchorOf(heading) === anchor)?.[2]
  if (text === undefined) return [`there is no heading ${file}#${anchor}`]
  return text.trim().length < SHORTEST ? [`there is no text under ${file}#${anchor}`] : []
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

function readFile(path: string): string | undefined {
  const file = join(ROOT, path)
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  return isFile ? readFileSync(file, 'utf8') : undefined
}
