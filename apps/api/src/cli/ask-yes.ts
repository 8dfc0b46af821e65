import { createInterface } from 'node:readline/promises'
import { StartError } from '#core/start-error.ts'

/** Goes on only after the whole word. */
export async function askYes(question: string): Promise<void> {
  if (!process.stdin.isTTY) throw new StartError('There is no terminal to ask: use --yes.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`${question} Type yes: `)
  terminal.close()
  if (answer.trim() !== 'yes') throw new StartError('Nothing was done.')
}
