import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from 'api/testing/free-port'
import type { Driver } from './tab.ts'

const ATTEMPTS = 300

type Node = { sharedId: string }
type Evaluated = {
  type: string
  result?: { value?: unknown } & Partial<Node>
  exceptionDetails?: object
}

/** Debian's Firefox by WebDriver BiDi, without a window. Everything it keeps is in this folder. */
export async function startFirefox(
  folder: string,
  more: Record<string, unknown> = {},
): Promise<Driver> {
  const profile = join(folder, 'profile')
  const downloads = join(folder, 'Downloads')
  for (const path of [profile, downloads]) await mkdir(path, { recursive: true })
  const settings = {
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    // Otherwise it opens PDFs itself.
    'pdfjs.disabled': true,
    'browser.download.alwaysOpenPanel': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.enabled': false,
    'browser.shell.checkDefaultBrowser': false,
    ...more,
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const port = await freePort()
  const args = ['--headless', '--profile', profile, '--remote-debugging-port', String(port)]
  const child = spawn('/usr/bin/firefox-esr', args, {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, MOZ_HEADLESS_WIDTH: '1366', MOZ_HEADLESS_HEIGHT: '768' },
  })
  const { call, close } = await connect(port)
  await call('session.new', { capabilities: {} })
  const tree = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = tree.contexts[0]?.context ?? ''
  const evaluate = async (expression: string) => {
    const target = { context }
    const how = { target, awaitPromise: true, userActivation: true }
    const answer = (await call('script.evaluate', { expression, ...how })) as Evaluated
    if (answer.exceptionDetails)
      throw new Error(JSON.stringify(answer.exceptionDetails).slice(0, 500))
    return answer.result
  }
  return {
    open: async (url) => {
      const going = call('browsingContext.navigate', { context, url, wait: 'complete' })
      // A page that leads straight to another one ends its own loading.
      await going.catch((error: unknown) => {
        if (!String(error).includes('NS_BINDING_ABORTED')) throw error
      })
    },
    run: async (expression) => {
      // As text, because BiDi describes objects in its own way.
      const json = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`
      return JSON.parse(String((await evaluate(json))?.value)) as unknown
    },
    act: async (actions) => void (await call('input.performActions', { context, actions })),
    attach: async (expression, path) => {
      const element = { sharedId: (await evaluate(expression))?.sharedId }
      await call('input.setFiles', { context, element, files: [path] })
    },
    resize: async (width, height) =>
      void (await call('browsingContext.setViewport', { context, viewport: { width, height } })),
    picture: async () => {
      const { data } = (await call('browsingContext.captureScreenshot', { context })) as {
        data: string
      }
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      close()
      await end(child)
    },
  }
}

/** Sends commands over the browser's socket. */
async function connect(port: number) {
  const socket = await openSocket(`ws://127.0.0.1:${port}/session`)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown }
    const asked = waiting.get(answer.id ?? -1)
    if (answer.type === 'success') asked?.resolve(answer.result)
    else asked?.reject(new Error(String(data).slice(0, 500)))
  })
  let count = 0
  const call = (method: string, params: object) => {
    count += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(count, asked)
    socket.send(JSON.stringify({ id: count, method, params }))
    return asked.promise
  }
  return { call, close: () => socket.close() }
}

async function openSocket(address: string) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const socket = new WebSocket(address)
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener('open', () => resolve(true))
      socket.addEventListener('error', () => resolve(false))
    })
    if (isOpen) return socket
    await sleep(100)
  }
  throw new Error('Firefox doesn’t answer.')
}

async function end(child: ChildProcess) {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
