import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from 'api/testing/free-port'
import type { Driver } from './tab.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const ATTEMPTS = 200

/** The browser that the driver starts, of the library's own package. */
const MINI_BROWSER = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`

/** Debian's WebKitGTK by its WebDriver, on a screen in memory. Everything it keeps is in this folder. */
export async function startWebKit(folder: string): Promise<Driver> {
  const port = await freePort()
  const downloads = join(folder, 'Downloads')
  await mkdir(downloads, { recursive: true })
  await mkdir(join(folder, '.config'))
  await writeFile(
    join(folder, '.config/user-dirs.dirs'),
    'XDG_DOWNLOAD_DIR="$HOME/Downloads"\nXDG_DESKTOP_DIR="$HOME"\n',
  )
  const server = ['WebKitWebDriver', `--port=${port}`, '--host=127.0.0.1']
  const child = spawn('xvfb-run', ['-a', '-s', '-screen 0 1600x1000x24', ...server], {
    // A group, because xvfb-run leaves its children.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, '.config'),
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
    const { value } = (await answer.json()) as { value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`)
    return value
  }
  await untilReady(() => call('GET', '/status'))
  // Without a tool bar, which would make the narrow window wider.
  const options = { args: ['--automation', '--full-screen'], binary: MINI_BROWSER }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string }
  const post = (path: string, body: object = {}) =>
    call('POST', `/session/${sessionId}${path}`, body)
  return {
    open: async (url) => void (await post('/url', { url })),
    run: (expression) =>
      post('/execute/async', {
        script: `const [done] = arguments; Promise.resolve(${expression}).then(done, (e) => done(String(e)))`,
        args: [],
      }),
    act: async (actions) => void (await post('/actions', { actions })),
    attach: async (expression, path) => {
      const script = `return ${expression}`
      const found = await post('/execute/sync', { script, args: [] })
      const id = (found as Record<string, string>)[ELEMENT] ?? ''
      await post(`/element/${id}/value`, { text: path })
    },
    resize: async (width, height) => void (await post('/window/rect', { width, height })),
    picture: async () => {
      const value = await call('GET', `/session/${sessionId}/screenshot`)
      return Buffer.from(String(value), 'base64')
    },
    close: async () => {
      await call('DELETE', `/session/${sessionId}`).catch(() => undefined)
      await end(child)
    },
  }
}

async function untilReady(ask: () => Promise<unknown>) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await ask().catch(() => undefined)) return
    await sleep(100)
  }
  throw new Error('WebKitWebDriver doesn’t answer.')
}

async function end(child: ChildProcess) {
  const exited = once(child, 'exit')
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await exited
}
