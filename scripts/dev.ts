import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onStop } from './on-stop.ts'

const ROOT = resolve(import.meta.dirname, '..')

if (process.argv.includes('--help')) {
  console.log(
    'npm run dev: runs the API and the web app, and updates both when you change the code.',
  )
  process.exit()
}

// The API restarts after a change; Vite updates the browser.
const children = [
  run(
    'api',
    [
      '--watch-path=apps/api',
      '--watch-path=packages',
      '--watch-preserve-output',
      'scripts/start.ts',
      '--api-only',
    ],
    ROOT,
  ),
  run(
    'web',
    [join(ROOT, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'],
    join(ROOT, 'apps/web'),
  ),
]
console.log(
  'Open http://localhost:5173 or, for example, http://northfield.localhost:5173. Press Ctrl-C to stop.',
)

let stopping: Promise<unknown> | undefined
onStop(stop)
// If one ends, stop the other.
await Promise.race(children.map((child) => once(child, 'exit')))
await stop()
process.exit()

function stop(): Promise<unknown> {
  return (stopping ??= stopChildren())
}

async function stopChildren() {
  const running = children.filter(isRunning)
  for (const child of running) child.kill('SIGTERM')
  await Promise.all(running.map((child) => once(child, 'exit')))
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

function run(name: string, args: string[], cwd: string): ChildProcess {
  // Own process groups, so that Ctrl-C reaches them once, through `onStop`.
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => console.log(`${name} │ ${line}`))
  }
  return child
}
