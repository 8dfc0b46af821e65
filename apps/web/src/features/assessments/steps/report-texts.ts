import type { Outline } from 'contract/outlines'
import { formatNumber, plural } from 'rules/plural'

/** How many targets give the report nothing to do. */
export function targetsText(statements: readonly Pick<Outline['statements'][number], 'target'>[]) {
  const targets = statements.filter(({ target }) => target !== null)
  const same = targets.filter(({ target }) => target === 'same').length
  const { length } = targets
  if (length === 0) return 'No statement has a target, so the report will have no actions.'
  if (same === 0)
    return plural(length, {
      one: 'The target differs from where you are now.',
      other: 'All # targets differ from where you are now.',
    })
  if (same === length)
    return plural(length, {
      one: 'The target is the same as now, so the report will have no actions.',
      other: 'All # targets are the same as now, so the report will have no actions.',
    })
  return plural(
    same,
    {
      one: '# of {total} targets is the same as now. The report will have no action for it.',
      other: '# of {total} targets are the same as now. The report will have no actions for them.',
    },
    { total: formatNumber(length) },
  )
}
