import { mistypedNames } from './mistyped-names.ts'

/** No setting is meant by it. */
const NEEDLESS = /^(WAYMARK_)?SALESFORCE_(CLIENT_|CONSUMER_)?(SECRET|KEY)(_FILE)?$/

/** A line for each variable that looks like a setting and is none. */
export function linesFor(source: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return [
    ...mistypedNames(source, names).map(
      ([given, right]) => `${given} is not a setting. Did you mean ${right}?`,
    ),
    ...Object.keys(source)
      .filter((given) => source[given] && NEEDLESS.test(given))
      .map(
        (given) => `${given} is not a setting. Register Waymark at Salesforce without a secret.`,
      ),
  ]
}
