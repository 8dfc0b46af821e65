import { parseArgs } from 'node:util'
import { readEnv } from '../apps/api/src/read-env.ts'
import { main } from '../apps/api/src/main.ts'
import { buildWeb } from './build-web.ts'
import { onStop } from './on-stop.ts'
import { isPlain } from './run-command.ts'
import { explained } from './start-failure.ts'

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

function screen(lines: [label: string, value: string][]): string {
  const width = Math.max(...lines.map(([label]) => label.length)) + 2
  const body = lines.map(([label, value]) => `  ${label.padEnd(width)}${value}`)
  return ['', '  Waymark is running. Press Ctrl-C to stop.', '', ...body, ''].join('\n')
}
