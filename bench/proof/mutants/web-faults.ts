import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { log, textAt } from './list-mutants.ts'
import { filesByKind } from './web-kinds.ts'

export type Fault = {
  id: string
  kind: string
  file: string
  line: number
  before: string
  after: string
}

/** Builds the copy of the web with every fault of its files, each of which its number switches on. */
export async function buildFaulty(copy: string): Promise<Fault[]> {
  const web = join(copy, 'apps/web')
  const src = join(web, 'src')
  const kinds = filesByKind(src)
  const sources = [...kinds.keys()].map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(src, name), 'utf8'),
  }))
  const { files, mutants } = await new Instrumenter(log as never).instrument(sources, {
    plugins: null,
    // As in the API; looks are for the eye.
    excludedMutations: ['StringLiteral', 'ObjectLiteral'],
    ignorers: [{ shouldIgnore: (path) => (isClass(path) ? 'class' : undefined) }],
  })
  for (const { name, content } of files) writeFileSync(join(src, name), content)
  const env = { ...process.env, QUICK_BUILD: 'true' }
  const vite = join(copy, 'node_modules/vite/bin/vite.js')
  const build = [vite, 'build', '--logLevel', 'warn']
  execFileSync(process.execPath, build, { cwd: web, env, stdio: 'inherit' })
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]))
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, fileName: file, location, replacement }) => ({
      id,
      file,
      kind: kinds.get(file) ?? '',
      line: location.start.line + 1,
      before: inOneLine(textAt(linesOf.get(file) ?? [], location)),
      after: inOneLine(replacement),
    }))
}

/** As many of each kind, by a number that the seed and the fault give: a change elsewhere in the web leaves it. */
export function draw(faults: Fault[], seed: string, count: number): Fault[] {
  const alike = Map.groupBy(faults, ({ file, before, after }) => [file, before, after].join('\n'))
  const numbered = [...alike].flatMap(([text, same]) =>
    same.map((fault, index) => ({ fault, number: hash([seed, text, index].join('\n')) })),
  )
  const sorted = numbered
    .toSorted((a, b) => a.number.localeCompare(b.number))
    .map(({ fault }) => fault)
  const kinds = [...Map.groupBy(sorted, ({ kind }) => kind).values()]
  const rounds = Array.from({ length: count }, (_, round) => kinds.map((kind) => kind[round]))
  return rounds
    .flat()
    .filter((fault) => fault !== undefined)
    .slice(0, count)
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** `className="…"` and `cn(…)`. */
function isClass(path: unknown): boolean {
  const { node } = path as {
    node: { type: string; name?: { name?: string }; callee?: { name?: string } }
  }
  return node.type === 'JSXAttribute'
    ? /className$/i.test(node.name?.name ?? '')
    : node.type === 'CallExpression' && node.callee?.name === 'cn'
}
