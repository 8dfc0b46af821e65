import { setTimeout as sleep } from 'node:timers/promises'
import { FIND } from './find.ts'

/** An action of W3C WebDriver, which BiDi has too. */
type Action = { type: string } & Record<string, unknown>
type Actions = { type: string; id: string; actions: Action[] }[]

/** What a journey needs of a browser. */
export type Driver = {
  open: (address: string) => Promise<void>
  /** The value of an expression in the page, awaited. */
  run: (expression: string) => Promise<unknown>
  act: (actions: Actions) => Promise<void>
  /** Chooses a file in the element that this expression finds. */
  attach: (expression: string, path: string) => Promise<void>
  resize: (width: number, height: number) => Promise<void>
  /** A PNG. */
  picture: () => Promise<Buffer>
  close: () => Promise<void>
}

/** An element by role and accessible name, or a text. A pattern is written as `/…/`. */
export type Role =
  | 'button'
  | 'link'
  | 'textbox'
  | 'radio'
  | 'checkbox'
  | 'heading'
  | 'text'
  | 'file'

export const KEYS = { Enter: '\uE007' }
/** Milliseconds. */
const PATIENCE = 30_000
const PAUSE = 50

export type Tab = ReturnType<typeof tabOf>

/** A page as a user sees it, in any browser. */
export function tabOf(driver: Driver) {
  const until = async <T>(what: string, ask: () => Promise<T | null>): Promise<T> => {
    const end = performance.now() + PATIENCE
    for (;;) {
      // The page may be changing under the script.
      const found = await ask().catch(() => null)
      if (found !== null) return found
      if (performance.now() > end) throw new Error(`${what} doesn’t come: ${await seen(driver)}`)
      await sleep(PAUSE)
    }
  }
  const find = (role: Role, name: string) =>
    `(${FIND})(${JSON.stringify(role)}, ${JSON.stringify(name)})`
  const press = async (role: Role, name: string) => {
    const { x, y } = await until(
      `${role} “${name}”`,
      () => driver.run(`${find(role, name)}.place()`) as Promise<{ x: number; y: number } | null>,
    )
    await driver.act([
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x, y, duration: 0 },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }
  const type = async (text: string) => {
    const actions = Array.from(text).flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await driver.act([{ type: 'key', id: 'keyboard', actions }])
  }
  return {
    ...driver,
    press,
    type,
    see: (role: Role, name: string) =>
      until(`${role} “${name}”`, async () =>
        (await driver.run(`${find(role, name)}.isThere()`)) === true ? true : null,
      ),
    fill: async (name: string, text: string) => {
      // A page that has just come moves the focus to its heading, so the first press can be too early.
      await until(`focus in “${name}”`, async () => {
        await press('textbox', name)
        return (await driver.run(`${find('textbox', name)}.isFocused()`)) === true ? true : null
      })
      await type(text)
      await until(`“${text}” in “${name}”`, async () =>
        (await driver.run(`${find('textbox', name)}.element().value`)) === text ? true : null,
      )
    },
    choose: async (name: string, path: string) => {
      await until(`field for “${name}”`, async () =>
        (await driver.run(`${find('file', name)}.element() !== null`)) === true ? true : null,
      )
      await driver.attach(`${find('file', name)}.element()`, path)
    },
    /** Waits for an expression to be true. */
    until: (expression: string) =>
      until(expression, async () => ((await driver.run(expression)) === true ? true : null)),
  }
}

async function seen({ run }: Driver) {
  return String(await run("location.href + ' ' + document.body.innerText").catch(String))
}
