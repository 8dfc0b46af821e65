import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One row of docs/security.md. */
export type Entry = { id: string; level: string; demand: string; state: string; evidence: string }

const ROOT = resolve(import.meta.dirname, '..')
const ROW =
  /^\| (\d+\.\d+\.\d+) +\| (\d) +\| (.+?) +\| (shown|not applicable|otherwise|open) +\| (.*?) +\|$/
// `path`: «title» «title», and headings as Markdown links.
const TESTS = /`([^`]+\.(?:test|spec)\.tsx?)`:((?: «[^»]+»)+)/g
const HEADING = /\[[^\]]+\]\(([^)#]*)#([^)]+)\)/g

export function readRegister(text: string): Entry[] {
  return text.split('\n').flatMap((line) => {
    const [, id, level, demand, state, evidence] = ROW.exec(line) ?? []
    if (!id || !level || !demand || !state || evidence === undefined) return []
    return [{ id, level, demand, state, evidence }]
  })
}

/** What is wrong with an entry; nothing when it holds. */
export function faultsOf(entry: Entry, read = readSource): string[] {
  const isReasoned = entry.evidence.replaceAll(TESTS, '').trim().length >= 20
  if (entry.state !== 'shown' && !isReasoned) return ['says no reason']
  if (entry.state !== 'shown' && entry.state !== 'otherwise') return []
  const tests = [...entry.evidence.matchAll(TESTS)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/«([^»]+)»/g)].map(([, title = '']) => ({ file, title })),
  )
  const headings = [...entry.evidence.matchAll(HEADING)]
  // Whatever is left between the named ones was misspelt.
  const rest = entry.evidence.replaceAll(TESTS, '').replaceAll(HEADING, '')
  return [
    ...(tests.length + headings.length === 0 ? ['names neither a test nor a heading'] : []),
    ...(/[`«»[\]]/.test(rest) ? [`cannot be read: ${rest.trim()}`] : []),
    ...tests.flatMap(({ file, title }) => faultsOfTest(read(file), file, title)),
    ...headings.flatMap(([, file = '', anchor = '']) => faultsOfHeading(read, file, anchor)),
  ]
}

function faultsOfTest(source: string | undefined, file: string, title: string): string[] {
  if (source === undefined) return [`there is no file ${file}`]
  // `describe › test`, where the test's own title says too little.
  let at = 0
  for (const part of title.split(' › ')) {
    at = placeOf(source, part, at)
    if (at < 0) return [`${file} has no test «${title}»`]
  }
  const callee =
    source
      .slice(0, at)
      .match(/^ *(?:test|it|describe)\b[.\w]*/gm)
      ?.at(-1) ?? ''
  const isIdle = /\.(skip|todo|fixme|fails|only|skipIf|runIf)\b/
  const isFileIdle = /\bdescribe\.(skip|todo|fixme|skipIf|runIf)\b/
  return isIdle.test(callee) || isFileIdle.test(source) ? [`«${title}» does not always run`] : []
}

/** Where a title stands as the first argument of a call, in any kind of quotes. */
function placeOf(source: string, title: string, from: number): number {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const found = new RegExp(String.raw`\(\s*(['"\`])${literal}\1`, 'g')
  found.lastIndex = from
  return found.exec(source)?.index ?? -1
}

function faultsOfHeading(read: typeof readSource, file: string, anchor: string): string[] {
  const source = read(join('docs', file === '' ? 'security.md' : file))
  const anchors = [...(source ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  return anchors.includes(anchor) ? [] : [`there is no heading ${file}#${anchor}`]
}

function readSource(file: string): string | undefined {
  const path = join(ROOT, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
