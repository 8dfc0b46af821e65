import { readFileSync } from 'node:fs'
import type { MutantResult } from '@stryker-mutator/api/core'
import type { Mutant } from './list-mutants.ts'

type Found = { mutant: Mutant; result: MutantResult }
/** A mutant that does the same as the original, with the reason. */
type Equal = { file: string; line: string; before: string; after: string; reason: string }

const equals: Equal[] = JSON.parse(
  readFileSync(`${import.meta.dirname}/equal-mutants.json`, 'utf8'),
)

/** Prints what no test noticed, and whether enough was noticed. */
export function printResults(found: Found[], goal: number, seconds: number): boolean {
  const has = (...names: string[]) => found.filter(({ result }) => names.includes(result.status))
  const missed = has('Survived', 'NoCoverage')
  const equal = missed.filter(({ mutant }) => reasonOf(mutant) !== undefined)
  const noticed = has('Killed', 'Timeout')
  const counted = noticed.length + missed.length - equal.length
  printList(
    'Survived',
    missed.filter((one) => !equal.includes(one)),
  )
  printList('The same as the original', equal)
  printList('Ended by the time limit, so to be judged', [
    ...has('Timeout'),
    ...has('Killed').filter(({ result }) => /timed out/i.test(result.statusReason ?? '')),
  ])
  printList('Could not be run', has('RuntimeError', 'CompileError'))
  const score = (noticed.length / counted) * 100
  console.log(
    `\nkilled ${has('Killed').length}, timeout ${has('Timeout').length}, survived ${has('Survived').length}, ` +
      `no coverage ${has('NoCoverage').length} (${equal.length} the same as the original), ` +
      `failed ${has('RuntimeError', 'CompileError').length}`,
  )
  console.log(
    `${score.toFixed(1)} % of ${counted} noticed, goal ${goal} %, ${Math.round(seconds)} s`,
  )
  return score >= goal
}

function reasonOf({ file, line, before, after }: Mutant): string | undefined {
  return equals.find(
    (equal) =>
      equal.file === file &&
      equal.line === line &&
      equal.before === before &&
      equal.after === after,
  )?.reason
}

function printList(title: string, list: Found[]): void {
  if (list.length === 0) return
  console.log(`\n${title}:`)
  for (const { mutant, result } of list) {
    const { file, location, line, before, after } = mutant
    const reason = reasonOf(mutant) ?? (result.status === 'NoCoverage' ? 'no coverage' : undefined)
    console.log(`${file}:${location.start.line + 1}: ${before} → ${after}`)
    if (line !== before) console.log(`    in: ${line}`)
    if (reason !== undefined) console.log(`    ${reason}`)
  }
}
