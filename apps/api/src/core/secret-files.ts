import { readFileSync } from 'node:fs'
import { reasonOf } from '#start-error.ts'

const ENDING = '_FILE'

/** What the file of a secret is named by: `SMTP_URL_FILE` has the path of a file with `SMTP_URL`. */
export function fileNameOf(secret: string): string {
  return `${secret}${ENDING}`
}

/** `faults`: by the secret, a sentence each. */
type Read = { values: Record<string, string>; faults: Map<string, string> }

/** The secrets that are given as files, as systemd, Docker and Kubernetes do. A line break at the end doesn't count. */
export function readSecretFiles(source: NodeJS.ProcessEnv, secrets: readonly string[]): Read {
  const values: Read['values'] = {}
  const faults: Read['faults'] = new Map()
  for (const name of secrets) {
    const file = fileNameOf(name)
    const path = source[file]
    if (!path) continue
    if (source[name]) {
      faults.set(name, `${file} is set together with ${name}. Remove one of them.`)
      continue
    }
    try {
      const value = readFileSync(path, 'utf8').trimEnd()
      if (value === '') faults.set(name, `${file} names an empty file`)
      else values[name] = value
    } catch (error) {
      faults.set(name, `${file} can’t be read: ${reasonOf(error)}`)
    }
  }
  return { values, faults }
}
