import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Location } from '@stryker-mutator/api/core'
import { type InstrumenterOptions, Instrumenter } from '@stryker-mutator/instrumenter'

export type Change = { file: string; location: Location; mutatorName: string; replacement: string }
export type Mutant = Change & {
  /** The whole line it starts in, and what changes there: they survive changes elsewhere in the file. */
  line: string
  before: string
  after: string
}

const silent = () => {}
export const log = { isDebugEnabled: () => false, debug: silent, info: silent, warn: silent }

/** All mutants of these files, by the instrumenter that will place them. */
export async function listMutants(
  root: string,
  files: string[],
  excludedMutations: string[],
): Promise<Mutant[]> {
  const sources = files.map((name) => ({
    name,
    mutate: true,
    content: readFileSync(join(root, name), 'utf8'),
  }))
  const options: InstrumenterOptions = { excludedMutations, ignorers: [], plugins: null }
  const { mutants } = await new Instrumenter(log as never).instrument(sources, options)
  const linesOf = new Map(sources.map(({ name, content }) => [name, content.split('\n')]))
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ fileName: file, location, mutatorName, replacement }) => ({
      file,
      location,
      mutatorName,
      replacement,
      line: (linesOf.get(file)?.[location.start.line] ?? '').trim(),
      before: short(textAt(linesOf.get(file) ?? [], location)),
      after: short(replacement),
    }))
}

/** The same for the same mutant in the list of the instrumenter and in the results. */
export function placeOf({ file, location: { start, end }, mutatorName, replacement }: Change) {
  return [file, start.line, start.column, end.line, end.column, mutatorName, replacement].join(' ')
}

/** Each mutant has its own number for each seed, so changes elsewhere don't change what is drawn. */
export function draw(mutants: Mutant[], count: number, seed: string): Mutant[] {
  const seen = new Map<string, number>()
  const numbered = mutants.map((mutant) => {
    const { file, mutatorName, line, before, after } = mutant
    const text = [file, mutatorName, line, before, after].join('\n')
    const nth = (seen.get(text) ?? 0) + 1
    seen.set(text, nth)
    const number = createHash('sha256').update(`${seed}\n${text}\n${nth}`).digest('hex')
    return { mutant, number }
  })
  return numbered
    .sort((a, b) => (a.number < b.number ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
}

/** Lines of the location count from 0. */
export function textAt(lines: string[], { start, end }: Location): string {
  const part = lines.slice(start.line, end.line + 1)
  const last = part.length - 1
  return part
    .map((text, at) => (at === last ? text.slice(0, end.column) : text))
    .map((text, at) => (at === 0 ? text.slice(start.column) : text))
    .join(' ')
}

function short(text: string): string {
  const one = text.replaceAll(/\s+/g, ' ').trim()
  return one.length > 100 ? `${one.slice(0, 99)}…` : one
}
