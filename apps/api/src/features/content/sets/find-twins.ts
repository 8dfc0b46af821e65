type Level =
  /** An object: its names with the line of each, and the one that is being read. */
  | { names: Map<string, number>; step: string; isNameNext: boolean }
  /** A list: the place in it that is being read. */
  | { step: number }

export type Twin = { path: (string | number)[]; lines: [first: number, again: number] }

/** The members of a JSON text that stand twice in one object, of which its parser keeps the last. The text is valid. */
export function findTwins(json: string): Twin[] {
  const twins: Twin[] = []
  const levels: Level[] = []
  const marks = /["{}[\],\n]/g
  let line = 1
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    if (mark[0] === '\n') line += 1
    if (mark[0] !== '"') {
      follow(levels, mark[0])
      continue
    }
    marks.lastIndex = endOfText(json, mark.index)
    const level = levels.at(-1)
    if (!level || !('names' in level) || !level.isNameNext) continue
    level.step = JSON.parse(json.slice(mark.index, marks.lastIndex)) as string
    level.isNameNext = false
    const first = level.names.get(level.step)
    if (first === undefined) level.names.set(level.step, line)
    else twins.push({ path: levels.map(({ step }) => step), lines: [first, line] })
  }
  return twins
}

function follow(levels: Level[], mark: string) {
  if (mark === '{') levels.push({ names: new Map(), step: '', isNameNext: true })
  else if (mark === '[') levels.push({ step: 0 })
  else if (mark === '}' || mark === ']') levels.pop()
  else if (mark === ',') moveOn(levels.at(-1))
}

function moveOn(level: Level | undefined) {
  if (!level) return
  if ('names' in level) level.isNameNext = true
  else level.step += 1
}

/** After the quote that ends the text that begins here. */
function endOfText(json: string, start: number) {
  let at = start + 1
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at + 1
}
