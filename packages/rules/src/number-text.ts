const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i

/**
 * A number as people type it: digits of any script and width, a comma, a point or the Arabic decimal sign, and spaces or
 * the Arabic sign between thousands.
 */
export function numberOfText(text: string): number | undefined {
  const bare = plainDigits(plainFractions(text))
    .trim()
    .replaceAll(/(?<=\d)[\s\u066c](?=\d{3}(\D|$))/g, '')
    .replace('\u066b', '.')
    .replace(/^\u2212/, '-')
  const figure = Number(bare.replace(',', '.'))
  return NUMBER.test(bare) && Number.isFinite(figure) ? figure : undefined
}

/** The digits of other scripts and widths, such as １ and ٢, as ASCII. */
export function plainDigits(text: string): string {
  return text
    .replaceAll(/[\uff0b-\uff19]|\p{Nd}/gu, (one) => one.normalize('NFKC'))
    .replaceAll(/(?!\d)\p{Nd}/gu, digitOf)
}

/** Unicode has the ten digits of a script in a row. */
function digitOf(character: string) {
  const code = character.codePointAt(0) ?? 0
  let digit = 0
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - digit - 1))) digit += 1
  return String(digit)
}

/** Figures such as 2½ as decimals: compatible forms would be 21/2. */
export function plainFractions(text: string): string {
  return text.replaceAll(
    /(\p{Nd}*)[ \u00a0\u2009]?([\u00bc-\u00be\u2150-\u215e\u2189])/gu,
    (_, whole: string, fraction: string) => {
      const [over = 0, under = 1] = fraction.normalize('NFKC').split('\u2044').map(Number)
      return String(Number(plainDigits(whole)) + Math.round((over / under) * 1000) / 1000)
    },
  )
}

/** "2,000" and "2.000" can be thousands or have decimals: both numbers, undefined for clear ones. */
export function readingsOf(text: string): [thousands: number, decimals: number] | undefined {
  const [, whole, decimals] =
    /^([+-]?[1-9]\d{0,2})[.,](\d{3})$/.exec(plainDigits(text).trim().replace('\u2212', '-')) ?? []
  return whole === undefined
    ? undefined
    : [Number(`${whole}${decimals}`), Number(`${whole}.${decimals}`)]
}
