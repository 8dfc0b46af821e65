import { parseDocument } from 'yaml'
import { refusal } from './content-faults.ts'

/** A file may name a part again with an alias, but not so often that it grows out of all proportion. */
const ALIASES = 100

export function readYaml(text: string): { value: unknown } | ReturnType<typeof refusal> {
  const document = parseDocument(text)
  const [fault] = document.errors
  if (fault) return refusal(`The file is not valid YAML. ${firstLine(fault.message)}`)
  try {
    return { value: document.toJS({ maxAliasCount: ALIASES }) as unknown }
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    return refusal(
      error.message.startsWith('Unresolved alias')
        ? 'The YAML file has an alias without an anchor before it. Replace the alias with a value.'
        : 'The YAML file uses too many aliases. Replace them with the values they repeat.',
    )
  }
}

function firstLine(message: string) {
  return (message.split('\n')[0] ?? '').replace(/:$/, '.')
}
