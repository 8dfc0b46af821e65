import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartError } from '#core/start-error.ts'

/** The password from standard input, for scripts: one line, without its end. */
export async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '')
}

/** Asks twice at the terminal; nothing that is typed is shown. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new StartError('There is no terminal to ask for the password: use --password-stdin.')
  const password = await askHidden('Password: ')
  if ((await askHidden('Once more: ')) !== password)
    throw new StartError('The two passwords differ. Nothing was added.')
  return password
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
