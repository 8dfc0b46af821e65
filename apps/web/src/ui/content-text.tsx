import { createContext, type ReactNode, use } from 'react'
import { directionOf, localeOf } from 'rules/language'

type Language = string | null | undefined

const SetLanguage = createContext<Language>(null)

/** Texts of a content set inside are in its language. */
export function ContentLanguage({ of, children }: { of: Language; children: ReactNode }) {
  return <SetLanguage value={of}>{children}</SetLanguage>
}

/** `lang` and `dir` of a text in this language. Without a known language, its first letters give the direction. */
function textIn(language: Language): {
  lang?: string | undefined
  dir: 'ltr' | 'rtl' | 'auto'
} {
  if (!language || !localeOf(language)) return { dir: 'auto' }
  return { lang: language, dir: directionOf(language) }
}

/** For a heading, paragraph or cell that is nothing but a text of the content set. */
export function useContentText() {
  return textIn(use(SetLanguage))
}

/** For what is laid out in the direction of the content set, such as columns; its own texts stay English. */
export function useContentDirection(): 'ltr' | 'rtl' {
  return directionOf(use(SetLanguage))
}

/** A text of a content set within another sentence or next to other texts. In a list, each row names its language. */
export function ContentText({
  language,
  className,
  children,
}: {
  language?: Language
  className?: string | undefined
  children: ReactNode
}) {
  const own = useContentText()
  return (
    <bdi {...(language === undefined ? own : textIn(language))} className={className}>
      {children}
    </bdi>
  )
}
