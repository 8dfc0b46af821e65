import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { PASSWORD } from 'api/testing/factories'
import type { Product } from './product.ts'
import type { Tab } from './tab.ts'

export type Trip = Awaited<ReturnType<typeof startTrip>>

type Options = {
  width: number
  height: number
  /** Of the browser. */
  folder: string
  pictures: string
}

const ATTEMPTS = 600

/** A visit of the product at one size of the window. */
export async function startTrip(
  tab: Tab,
  product: Product,
  { width, height, folder, pictures }: Options,
) {
  await mkdir(pictures, { recursive: true })
  await tab.resize(width, height)
  const problems: string[] = []
  // Each host has its own console.
  const go = async (host: string, path: string) => {
    problems.push(...(await problemsOf(tab)))
    await tab.open(product.at(host, path))
  }
  return {
    tab,
    product,
    folder,
    go,
    problems: async () => [...problems.splice(0), ...(await problemsOf(tab))],
    /** Writes a picture. Nothing is wider than the window. */
    shoot: async (name: string) => {
      await tab.run('document.fonts.ready.then(() => true)')
      // Until drawings and messages have come.
      await sleep(500)
      await writeFile(join(pictures, `${name}-${width}.png`), await tab.picture())
      const wide = await tab.run('document.documentElement.scrollWidth - innerWidth')
      expect.soft(wide, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    },
    /** Through the form, at a host where no one is signed in. */
    signIn: async (person: { host: string; email: string }, path = '/') => {
      await go(person.host, `/login?${new URLSearchParams({ redirect: path })}`)
      await tab.fill('Email', person.email)
      await tab.fill('Password', PASSWORD)
      await tab.press('button', 'Sign in')
    },
    /** Waits for a downloaded file with this ending, and takes it away. */
    saved: async (ending: string) => {
      const downloads = join(folder, 'Downloads')
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const name = (await readdir(downloads)).find((one) => one.endsWith(ending))
        const bytes = name === undefined ? Buffer.alloc(0) : await readFile(join(downloads, name))
        if (bytes.length > 0) {
          await rm(join(downloads, name ?? ''))
          return bytes
        }
        await sleep(100)
      }
      throw new Error(`No file was saved that ends in ${ending}.`)
    },
  }
}

/** What the console of this host has had since the last look. */
async function problemsOf({ run }: Tab) {
  const taken = `((found) => { sessionStorage.removeItem('proof-problems'); return found })(JSON.parse(sessionStorage.getItem('proof-problems') ?? '[]'))`
  // A new tab has no storage.
  return (await run(taken).catch(() => [])) as string[]
}
