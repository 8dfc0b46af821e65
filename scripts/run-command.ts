import { constants } from 'node:os'
import { Failed, StartError } from '../apps/api/src/start-error.ts'
import { whenOrphaned } from './on-stop.ts'

type Command = (args: string[], variables: NodeJS.ProcessEnv) => Promise<string | Uint8Array>

/** Prints the result of a command, or its error as plain text with exit code 1. */
export async function runCommand(command: Command): Promise<void> {
  // A signal alone wouldn't stop the embedded database.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  if (process.env.npm_lifecycle_event !== undefined)
    whenOrphaned(() => process.exit(128 + constants.signals.SIGTERM))
  const print = (answer: string | Uint8Array) =>
    process.stdout.write(typeof answer === 'string' ? `${answer}\n` : answer)
  try {
    print(await command(process.argv.slice(2), process.env))
  } catch (error) {
    if (error instanceof Failed) print(error.message)
    else console.error(isPlain(error) ? error.message : error)
    process.exitCode = 1
  }
}

/** Errors whose message is enough for the user. */
export function isPlain(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const isArgument = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return isArgument || error instanceof StartError
}
