import { readFile } from 'node:fs/promises'
import { StartError } from '#core/start-error.ts'

/** The first key of a file, whose other lines are comments. */
export async function readKey(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new StartError(`Waymark can’t read the key file ${file}. Check the path.`)
  })
  const lines = text.split('\n').map((line) => line.trim())
  return lines.find((line) => line !== '' && !line.startsWith('#')) ?? ''
}
