import { readFile, writeFile } from 'node:fs/promises'
import { StartError, unwritable } from '#start-error.ts'

/** The first key of a file, whose other lines are comments. */
export async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`Waymark can’t read the key file ${file}. Check the path.`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  return lines.find((line) => line !== '' && !line.startsWith('#')) ?? ''
}

/** For the user alone. */
export async function writeKey(file: string, known: string, secret: string): Promise<void> {
  const text = `# public key: ${known}\n${secret}\n`
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    throw unwritable(file, error)
  })
}
