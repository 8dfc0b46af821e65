type Mistyped = [given: string, right: string]

/** Set variables whose names are nearly ours, each with the closest right name. Names of other programs are left alone. */
export function mistypedNames(source: NodeJS.ProcessEnv, names: readonly string[]): Mistyped[] {
  return Object.keys(source).flatMap((given): Mistyped[] => {
    if (!source[given] || names.includes(given)) return []
    const [closest] = names
      .map((right) => ({ right, mistakes: mistakesIn(given, right) }))
      .filter(({ mistakes }) => mistakes !== undefined)
      .toSorted((a, b) => Number(a.mistakes) - Number(b.mistakes))
    return closest ? [[given, closest.right]] : []
  })
}

/** How many letters are wrong, or undefined if the name is another one. */
function mistakesIn(given: string, right: string): number | undefined {
  const [own, ours] = [wordsOf(given), wordsOf(right)]
  const [letters, rightLetters] = [own.join(''), ours.join('')]
  if (letters === rightLetters) return 0
  // Only of several words, because Kubernetes sets WAYMARK_PORT for a service of that name.
  if (own[0] === 'WAYMARK' && ours.length > 1 && own.slice(1).join('') === rightLetters) return 0
  if (own.length === ours.length) {
    const mistakes = ours.map((word, index) => nearness(own[index] ?? '', word, ours.length))
    const sum = mistakes.reduce((all, one) => all + one, 0)
    if (sum <= 3) return sum
  }
  return isShortened(own, ours) ? rightLetters.length - letters.length : undefined
}

function wordsOf(name: string): string[] {
  return name.toUpperCase().split(/[^A-Z\d]/)
}

/** Short words are soon another's, above all as names of their own: POST isn't HOST, but PROT is PORT. */
function nearness(word: string, right: string, words: number): number {
  const mistakes = distance(word, right)
  if (words === 1 && word.length === right.length && !hasSameLetters(word, right)) return Infinity
  const isShort = words === 1 || right.length < 5
  return mistakes <= (isShort ? 1 : Math.ceil(right.length / 3)) ? mistakes : Infinity
}

function hasSameLetters(a: string, b: string): boolean {
  return a.split('').toSorted().join('') === b.split('').toSorted().join('')
}

/** Letters or words are missing, such as in S3_SECRET_KEY. OpenTelemetry has such names itself. */
function isShortened(own: string[], ours: string[]): boolean {
  const [letters, right] = [own.join(''), ours.join('')]
  if (own.length < 2 || own[0] !== ours[0] || own[0] === 'OTEL') return false
  if (letters.length < right.length * 0.6) return false
  let found = 0
  for (const letter of right) if (letter === letters[found]) found += 1
  return found === letters.length
}

/** Letters to add, remove, replace or swap (optimal string alignment). */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 1; row <= a.length; row += 1) {
    rows[row] = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          row > 1 && column > 1 && isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
