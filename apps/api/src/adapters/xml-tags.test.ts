import { expect, test } from 'vitest'
import { XmlFault, attributeOf, refuseCharacters, trimXml, xmlTags } from './xml-tags.ts'

const LIMITS = { tags: 10, depth: 3 }
const tagsOf = (xml: string) => [...xmlTags(xml, LIMITS)]

test('tags come in order, with their attributes and without comments, instructions and text', () => {
  const xml = `<?xml version="1.0"?><!-- <no> --><p:a x = "1>2" y='"'>text &lt;<b/><![CDATA[<no>]]></p:a>`
  const tags = tagsOf(xml)
  expect(tags.map(({ name, isEnd }) => `${isEnd ? '/' : ''}${name}`)).toEqual(['a', 'b', '/a'])
  const [first] = tags
  expect(first && ['x', 'y', 'z'].map((name) => attributeOf(first, name))).toEqual([
    '1>2',
    '"',
    undefined,
  ])
})

test('an attribute with a prefix is another attribute', () => {
  const [tag] = tagsOf('<a r:id="1" id="2"/>')
  expect(tag && [attributeOf(tag, 'r:id'), attributeOf(tag, 'id')]).toEqual(['1', '2'])
})

test.each([
  ['two opening brackets', '<a><<b/></a>'],
  ['a tag without an end', '<a'],
  ['an element without an end', '<a><b/>'],
  ['an end without a start', '<a/></a>'],
  ['an end of another name', '<a><b></c></a>'],
  ['an end with another prefix', '<p:a></q:a>'],
  ['ends in another order', '<a><b></a></b>'],
  ['a second root', '<a/><b/>'],
  ['an end with attributes', '<a></a b="">'],
  ['an attribute without quotation marks', '<a b=c/>'],
  ['an attribute without an end', '<a b="c/>'],
  ['a bracket in an attribute', '<a b="<"/>'],
  ['attributes without a space', '<a b="1"c="2"/>'],
  ['101 attributes', `<a ${'x="" '.repeat(101)}/>`],
  ['a comment without an end', '<a><!-- </a>'],
  ['a character section without an end', '<a><![CDATA[ </a>'],
  ['an instruction without an end', '<a><? </a>'],
])('%s is refused', (_, xml) => {
  expect(() => tagsOf(xml)).toThrow(new XmlFault('The XML is not well-formed.'))
})

test.each([
  ['<!DOCTYPE a><a/>', 'Remove the document type declaration (DOCTYPE) from the XML.'],
  ['<a><!ENTITY b "c"></a>', 'Remove the document type declaration (DOCTYPE) from the XML.'],
  [`<a>${'<b/>'.repeat(10)}</a>`, 'The XML has too many tags.'],
  ['<a><a><a><a></a></a></a></a>', 'The XML is nested too deeply.'],
])('%s is refused with its reason', (xml, reason) => {
  expect(() => tagsOf(xml)).toThrow(new XmlFault(reason))
})

test('white space is what XML calls so, and long runs of it cost no more than their length', () => {
  expect(trimXml('\n\t a\u00a0b \r\n')).toBe('a\u00a0b')
  expect([trimXml(''), trimXml(' \n')]).toEqual(['', ''])
  expect(trimXml('\u00a0')).toBe('\u00a0')
  const long = `a${' '.repeat(600_000)}b`
  expect(trimXml(long)).toBe(long)
})

test('characters are read without what is skipped, which costs no more than its length', () => {
  for (const xml of [
    '<a>&</a>',
    '<a>&nbsp;</a>',
    '<a>\u0001</a>',
    '<a>&#x1;</a>',
    '<a>&#1114112;</a>',
  ])
    expect(() => refuseCharacters(xml), xml).toThrow(new XmlFault('The XML is not well-formed.'))
  for (const xml of ['<a>&amp;&#10;&#x1F600;</a>', '<a><![CDATA[&]]><!-- & --><?b &?></a>'])
    expect(() => refuseCharacters(xml), xml).not.toThrow()
  refuseCharacters(`<a><?${'<!--'.repeat(400_000)}?></a>`)
})
