import type { Levels } from 'contract/dashboard'
import { cn } from '#ui/cn.ts'
import { ContentText } from '#ui/content-text.tsx'

type Column = Levels['columns'][number]

/** Elements or groups, below a line with the groups of elements. Titles wrap, because a cut one can't be read on paper or a phone. */
export function HeatHead({ levels: { by, columns, language } }: { levels: Levels }) {
  const groups = groupsOf(columns)
  const [first] = groups
  const hasGroups = groups.length > 1 || Boolean(first?.name)
  const rowSpan = hasGroups ? 2 : 1
  const owner = (
    <th
      scope="col"
      rowSpan={rowSpan}
      className="w-40 px-1 pb-1 text-left align-bottom font-medium lg:w-48"
    >
      {by === 'person' ? 'User' : 'Organisation'}
    </th>
  )
  const answered = (
    <th
      scope="col"
      rowSpan={rowSpan}
      className="w-20 px-1 pb-1 text-right align-bottom font-medium"
    >
      Answered
    </th>
  )
  const heads = columns.map((column, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- two elements may have one title
    <ColumnHead key={index} column={column} language={language} />
  ))
  return (
    <thead className="text-13 text-subtle-foreground">
      {hasGroups && (
        <tr>
          {owner}
          {groups.map(({ name, size }, index) => (
            <th
              // oxlint-disable-next-line react/no-array-index-key -- groups don't move
              key={index}
              scope="colgroup"
              colSpan={size}
              title={name ?? undefined}
              className="border-b px-0.5 pb-0.5 text-12 font-semibold [font-stretch:88%]"
            >
              {name !== null && (
                <ContentText language={language} className={TITLE}>
                  {name}
                </ContentText>
              )}
            </th>
          ))}
          {answered}
        </tr>
      )}
      <tr>
        {!hasGroups && owner}
        {heads}
        {!hasGroups && answered}
      </tr>
    </thead>
  )
}

const TITLE = 'line-clamp-4 leading-tight text-balance wrap-anywhere hyphens-auto'

type ColumnHeadProps = { column: Column; language: string | null }

function ColumnHead({ column: { reference, title }, language }: ColumnHeadProps) {
  return (
    <th
      scope="col"
      title={[reference, title].filter(Boolean).join(' ')}
      className={cn(
        'px-0.5 pb-1 align-bottom text-12 font-medium [font-stretch:88%]',
        reference !== null && 'align-top',
      )}
    >
      {reference !== null && (
        <bdi
          translate="no"
          className={cn('block truncate', title !== null && 'font-normal text-muted-foreground')}
        >
          {reference}
        </bdi>
      )}
      {title !== null && (
        <ContentText language={language} className={TITLE}>
          {title}
        </ContentText>
      )}
    </th>
  )
}

/** Columns beside each other with the same group. */
function groupsOf(columns: readonly Column[]) {
  const groups: { name: string | null; size: number }[] = []
  for (const { group } of columns) {
    const last = groups.at(-1)
    if (last?.name === group) last.size += 1
    else groups.push({ name: group, size: 1 })
  }
  return groups
}
