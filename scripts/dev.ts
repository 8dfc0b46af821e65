import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { onStop } from './on-stop.ts'

const ROOT = resolve(import.meta.dirname, '..')

// The API restarts when a source changes; the web changes in the browser by itself.
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
  'The pages are at http://localhost:5173 and, for example, http://northfield.localhost:5173. Ctrl-C stops.',
)

let stopping: Promise<unknown> | undefined
onStop(stop)
// One without the other is of no use: the first that ends takes the other along.
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
  // Groups of their own: Ctrl-C reaches them once, through us.
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
