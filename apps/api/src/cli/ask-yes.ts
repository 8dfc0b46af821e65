import { createInterface } from 'node:readline/promises'
import { StartError } from '#start-error.ts'

/** Continues only if the answer is the word yes. */
export async function askYes(question: string, refusal: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new StartError('This is not a terminal, so you can’t confirm. Use --yes instead.')
  const terminal = createInterface({
    input: process.stdin,
    output: process.stderr,
    terminal: true,
  })
  const answer = await terminal.question(`${question} Type yes to continue: `).catch(() => {
    // Ctrl-C or Ctrl-D, which end no line.
    process.stderr.write('\n')
    return ''
  })
  terminal.close()
  if (answer.trim() !== 'yes') throw new StartError(refusal)
}
