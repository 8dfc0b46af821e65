import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  ContentLanguage,
  ContentText,
  useContentDirection,
  useContentText,
} from './content-text.tsx'
import { Sentence } from './sentence.tsx'

function Heading({ text }: { text: string }) {
  return <h1 {...useContentText()}>{text}</h1>
}

function Columns() {
  return <div dir={useContentDirection()} />
}

const titleIn = (language: string | null) =>
  renderToStaticMarkup(<ContentText language={language}>ISO 27001</ContentText>)

test('a title has the language and direction of its content set', () => {
  expect(titleIn('ar')).toBe('<bdi lang="ar" dir="rtl">ISO 27001</bdi>')
  expect(titleIn('zh-Hant')).toBe('<bdi lang="zh-Hant" dir="ltr">ISO 27001</bdi>')
})

test.for([null, '', 'german', 'en_GB'])(
  'a title without a known language (%s) has the direction of its letters',
  (language) => {
    expect(titleIn(language)).toBe('<bdi dir="auto">ISO 27001</bdi>')
  },
)

test('texts and columns within a content set follow its language', () => {
  const page = (
    <ContentLanguage of="he">
      <Heading text="כותרת" />
      <Columns />
      <ContentText>א</ContentText>
      <ContentText language="en">A</ContentText>
    </ContentLanguage>
  )
  expect(renderToStaticMarkup(page)).toBe(
    '<h1 lang="he" dir="rtl">כותרת</h1><div dir="rtl"></div><bdi lang="he" dir="rtl">א</bdi><bdi lang="en" dir="ltr">A</bdi>',
  )
})

test('texts of the content set within a sentence have their language', () => {
  const sentence = (
    <ContentLanguage of="de">
      <Sentence titles={['Plan', 'Planung', '']}>from Plan to Planung.</Sentence>
    </ContentLanguage>
  )
  const marked = (text: string) => `<bdi lang="de" dir="ltr">${text}</bdi>`
  expect(renderToStaticMarkup(sentence)).toBe(
    `<bdi dir="ltr"><span>from </span>${marked('Plan')}<span> to </span>${marked('Planung')}<span>.</span></bdi>`,
  )
})
