import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartError } from '#start-error.ts'

/** For scripts: one line from standard input. */
export async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** Asks twice without showing what is typed. */
export async function promptPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartError(
      'This is not a terminal, so you can’t type a password. Use --password-stdin instead.',
    )
  const password = await askHidden('Password: ')
  if ((await askHidden('Repeat password: ')) !== password)
    throw new StartError('The passwords don’t match. No user was added. Try again.')
  return password
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  try {
    return await terminal.question('')
  } catch {
    // Ctrl-C or Ctrl-D.
    throw new StartError('No user was added.')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
