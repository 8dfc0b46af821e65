import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProgressSteps } from './progress.tsx'

const stepsOf = (count: number) =>
  renderToStaticMarkup(<ProgressSteps label="Half" count={count} done={10} current={10} />)

test('up to 19 steps are dots', () => {
  expect(stepsOf(19).match(/<span/g)).toHaveLength(1 + 19)
})

test('from 20 steps on, a bar shows the share that is done', () => {
  expect(stepsOf(20)).toContain('style="width:50%"')
  expect(stepsOf(1425).match(/<span/g)).toHaveLength(3)
})
