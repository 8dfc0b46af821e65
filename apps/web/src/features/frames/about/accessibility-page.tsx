import { Contact, Points, TextPage, Topic } from './text-page.tsx'

const WORKS = [
  'You can do everything with the keyboard alone. Press “?” to see the shortcuts. You can turn them off in your settings.',
  'Headings, fields, messages and charts have text for screen readers.',
  'You can zoom in to 400%, or widen the spacing of letters and lines. Pages then don’t scroll sideways.',
  'The light or dark theme follows your system, or your choice in the menu under your name. If your system uses a contrast theme, its colours replace ours.',
  'Colour is never the only way to tell things apart.',
  'If your system is set to reduce motion, nothing moves.',
  'Reports and certificates are PDFs with tags for screen readers (PDF/UA-1). You can also read reports in your browser.',
]

const LIMITS = [
  'Waymark’s own texts are in English only. Statements and responses are in the language of their authors.',
  'Files that people attach are only as accessible as their authors made them.',
  'If a PDF contains a rare character that Waymark has no font for, the PDF has tags but doesn’t meet PDF/UA-1.',
  'With every change, we test only in Chromium, the engine of Chrome and Edge. We test the most important steps in Firefox and in WebKit, the engine of Safari, before a release. No independent organisation has audited Waymark.',
]

export function AccessibilityPage() {
  return (
    <TextPage
      title="Accessibility"
      meta="What works for you, what doesn’t work yet, and who to tell"
    >
      <Topic title="The aim">
        <p>
          Waymark aims to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA. With
          every change, automatic tests check the pages against these guidelines, in both themes and
          on wide and narrow screens.
        </p>
      </Topic>
      <Topic title="What works">
        <Points of={WORKS} />
      </Topic>
      <Topic title="What doesn’t work yet">
        <Points of={LIMITS} />
      </Topic>
      <Topic title="Tell us">
        <Contact
          about=" if something keeps you from using Waymark. Say which page you were on, what you wanted to do and what you use, such as a screen reader."
          otherwise="If something keeps you from using Waymark, tell your administrator which page you were on, what you wanted to do and what you use, such as a screen reader."
        />
      </Topic>
    </TextPage>
  )
}
