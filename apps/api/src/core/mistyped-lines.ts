import { mistypedNames } from './mistyped-names.ts'

/** What no setting of ours is for, and what to do instead. */
const NEEDLESS: [names: RegExp, instead: string][] = [
  [
    /^(WAYMARK_)?SALESFORCE_(CLIENT_|CONSUMER_)?(SECRET|KEY)(_FILE)?$/,
    'Register Waymark at Salesforce without a secret.',
  ],
  [
    /^WAYMARK_((INITIAL|DEFAULT|ROOT)_)?(ADMIN|USER)_(PASSWORD|PASS|EMAIL|USER|USERNAME|NAME)(_FILE)?$/,
    'Add users with “npm run user -- add”.',
  ],
]

/** A line for each variable that looks like a setting and is none. */
export function linesFor(source: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  return [
    ...mistypedNames(source, names).map(
      ([given, right]) => `${given} is not a setting. Did you mean ${right}?`,
    ),
    ...Object.keys(source).flatMap((given) => {
      const instead = source[given] && NEEDLESS.find(([names]) => names.test(given))?.[1]
      return instead ? [`${given} is not a setting. ${instead}`] : []
    }),
  ]
}
