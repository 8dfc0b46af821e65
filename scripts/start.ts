import { parseArgs } from 'node:util'
import type { Env } from '../apps/api/src/core/env.ts'
import { readEnv } from '../apps/api/src/env.ts'
import { isOfDatabase } from '../apps/api/src/core/errors.ts'
import { StartError, reasonOf } from '../apps/api/src/core/start-error.ts'
import { main } from '../apps/api/src/main.ts'
import { buildWeb } from './build-web.ts'
import { onStop } from './on-stop.ts'
import { isPlain } from './run-command.ts'
import { isTakenPort } from './taken-port.ts'

const USAGE = `Usage:
  npm start                 build the web application if needed, and start Waymark
  npm start -- --api-only   start without the web application`

try {
  await start()
} catch (error) {
  console.error(isPlain(error) ? error.message : error)
  process.exit(1)
}

async function start() {
  if (process.argv.includes('--help')) return console.log(USAGE)
  const { values } = parseArgs({ options: { 'api-only': { type: 'boolean', default: false } } })
  const env = readEnv()
  if (!values['api-only']) await buildWeb(env.WEB_DIST)
  const starting = main(env)
  // A signal during the start stops the server after the start.
  onStop(async () => (await starting).stop())
  const running = await starting.catch((error: unknown) => {
    throw explained(error, env)
  })
  if (!values['api-only']) console.log(screen(running.lines))
}

function explained(error: unknown, { HOST, PORT, METRICS_PORT, DATABASE_URL }: Env): unknown {
  if (isTakenPort(error))
    return METRICS_PORT !== undefined && error.port === METRICS_PORT
      ? takenPort('METRICS_PORT', METRICS_PORT)
      : takenPort('PORT', PORT)
  if (isOfDatabase(error))
    return new StartError(
      `Waymark can’t use the database: ${reasonOf(error)}.${DATABASE_URL === undefined ? '' : ' Check DATABASE_URL.'}`,
    )
  if (!isRefusedAddress(error)) return error
  return new StartError(
    `Waymark can’t listen on ${HOST}, port ${PORT}: ${error.message}. Check HOST and PORT.`,
  )
}

/** An address of another machine, an unknown name, or a port that needs more rights. */
function isRefusedAddress(error: unknown): error is Error {
  if (!(error instanceof Error && 'syscall' in error)) return false
  return error.syscall === 'listen' || error.syscall === 'getaddrinfo'
}

function takenPort(name: string, port: number): StartError {
  return new StartError(
    `Port ${port} is already in use. Stop the program that is using the port, or start with ${name}=${port + 1}.`,
  )
}

function screen(lines: [label: string, value: string][]): string {
  const width = Math.max(...lines.map(([label]) => label.length)) + 2
  const body = lines.map(([label, value]) => `  ${label.padEnd(width)}${value}`)
  return ['', '  Waymark is running. Press Ctrl-C to stop.', '', ...body, ''].join('\n')
}
