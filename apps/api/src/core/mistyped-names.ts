import { distance } from 'fastest-levenshtein'
import { OUR_NAME, isOfOthers, otherNameOf, withoutOurName } from './other-names.ts'
import { fileNameOf } from './secret-files.ts'

type Mistyped = [given: string, right: string]

/** Set variables whose names are nearly ours, each with the closest right name. Names of other programs are left alone. */
export function mistypedNames(source: NodeJS.ProcessEnv, names: readonly string[]): Mistyped[] {
  const isSet = (name: string) => [source[name], source[fileNameOf(name)]].some(Boolean)
  return Object.keys(source).flatMap((given): Mistyped[] => {
    if (!source[given] || names.includes(given)) return []
    const closest = closestTo(given, names)
    const other = otherNameOf(given, isSet, names)
    // What isn't like any of ours may be another program's, unless ours is missing.
    const isOther = other !== undefined && (closest !== undefined || !isSet(other))
    const right = isOther ? other : closest
    return right === undefined ? [] : [[given, right]]
  })
}

function closestTo(given: string, names: readonly string[]): string | undefined {
  if (isOfOthers(given)) return undefined
  const whole = wordsOf(given)
  const bare = wordsOf(withoutOurName(given))
  // Ours before the name of another setting doesn't mean the secret, whose name begins so.
  const isBare = bare.length > 1 && !OTHERS.test(given) && !isOurs(whole, names)
  const own = isBare ? bare : whole
  const strangeIn = (right: string) => {
    const ours = wordsOf(right)
    return own.length + ours.length - 2 * countAlike(own, ours)
  }
  const isWhole = (right: string) => isJoined(own, wordsOf(right))
  const [closest] = names
    .filter((right) => isMeant(own, wordsOf(right)) && isSameKind(given, right, names))
    .toSorted(
      (a, b) =>
        Number(isWhole(b)) - Number(isWhole(a)) ||
        strangeIn(a) - strangeIn(b) ||
        // Of two with as many strange words, the one that has more of the given.
        wordsOf(b).length - wordsOf(a).length ||
        distance(given, a) - distance(given, b),
    )
  return closest
}

/** Whether the name is meant for one of those with our name in it. */
function isOurs(own: readonly string[], names: readonly string[]): boolean {
  return names.some((name) => name.startsWith(OUR_NAME) && isSpelled(own, wordsOf(name)))
}

/** What says that a value is a secret. */
const SECRETS: [word: string, pattern: RegExp][] = [
  ['SECRET', /SECRET|SCRT/],
  ['PASSWORD', /PASS|PWD/],
  ['TOKEN', /TOKEN/],
  ['KEY', /KEY/],
]

function secretsIn(name: string): string[] {
  const own = wordsOf(name)
  const isMistyped = (secret: string) => (word: string) =>
    secret.length > 3 && (distance(word, secret) === 1 || hasSameLetters(word, secret))
  return SECRETS.filter(
    ([secret, pattern]) => pattern.test(own.join('')) || own.some(isMistyped(secret)),
  ).map(([secret]) => secret)
}

/**
 * Whether a name may lead to this setting. What isn't a secret must not become one, and a secret must not go where it
 * could be shown.
 */
function isSameKind(given: string, right: string, names: readonly string[]): boolean {
  // The addresses of the database and the mail server too, which have a password in them.
  const isSecret = right.endsWith(fileNameOf('')) || names.includes(fileNameOf(right))
  const [own, ours] = [secretsIn(given), secretsIn(right)]
  if (own.length === 0) return !isSecret || ours.length === 0
  return isSecret || ours.some((secret) => own.includes(secret))
}

function wordsOf(name: string): string[] {
  return name.toUpperCase().split(/[^A-Z\d]/)
}

/** First words of ours that many programs have. Only names like a whole one of ours are meant for us. */
const COMMON = /^(BASE|DATA|DATABASE|DEBUG|LOG|NODE|OTEL|PRODUCTION|PUBLIC|TRUSTED|WEB)$/
/** OpenTelemetry has such names itself, and Kubernetes sets SMTP_PORT for a service of that name. */
const OTHERS = /^OTEL_|_SERVICE_(HOST|PORT)\b|_PORT(_|$)/

function isMeant(own: readonly string[], ours: readonly string[]): boolean {
  return isSpelled(own, ours) || (own.length > 1 && ours.length > 1 && isPart(own, ours))
}

/** The whole name, also with ours before it, with underscores left out or elsewhere. With a mistake only if it is long. */
function isJoined(own: readonly string[], ours: readonly string[]): boolean {
  const [letters, right] = [own.join(''), ours.join('')]
  const isLike = (name: string) => letters === name || (right.length > 6 && isTypo(letters, name))
  return isLike(right) || (isLike(`WAYMARK${right}`) && !OTHERS.test(own.join('_')))
}

/** The whole name, with mistakes. */
function isSpelled(own: readonly string[], ours: readonly string[]): boolean {
  if (isJoined(own, ours)) return true
  if (ours.length === 1) return own.length === 1 && isTypo(own.join(''), ours.join(''))
  return own.length === ours.length && countAlike(own, ours) === ours.length
}

/** With a word more or less, or with the same start. */
function isPart(own: readonly string[], ours: readonly string[]): boolean {
  const [[first = ''], [right = '']] = [own, ours]
  if (OTHERS.test(own.join('_')) || !isAlike(first, right)) return false
  if (first === right && !COMMON.test(right)) return true
  const [fewest, most] = [own.length, ours.length].toSorted((a, b) => a - b)
  return most === Number(fewest) + 1 && countAlike(own, ours) === fewest
}

/** How many words are alike, in the same order. */
function countAlike(own: readonly string[], ours: readonly string[]): number {
  let [count, next] = [0, 0]
  for (const word of own) {
    const at = ours.findIndex((right, index) => index >= next && isAlike(word, right))
    if (at === -1) continue
    count += 1
    next = at + 1
  }
  return count
}

/** With a mistake or two, or one shortened: PREV is PREVIOUS, ORGS is ORGANISATIONS, and DIR is DIRECTORY. */
function isAlike(word: string, right: string): boolean {
  const most = right.length < 5 ? 1 : Math.ceil(right.length / 3)
  if (distance(word, right) <= most || hasSameLetters(word, right)) return true
  if (right.length > 2 && word.startsWith(right)) return true
  return word.length > 2 && new RegExp(`^${word.split('').join('.*')}`).test(right)
}

/** Short words are soon another's: POST isn't HOST, but PROT is PORT. */
function isTypo(word: string, right: string): boolean {
  if (word.length === right.length) return hasSameLetters(word, right)
  return distance(word, right) === 1
}

function hasSameLetters(a: string, b: string): boolean {
  return a.split('').toSorted().join('') === b.split('').toSorted().join('')
}
