import { Contact, Points, TextPage, Topic } from './text-page.tsx'

const WORKS = [
  'You can do everything with the keyboard alone. “?” shows the shortcuts, which you can turn off.',
  'Headings, fields, messages and charts have texts for screen readers.',
  'You can zoom in to 400%, or widen the spacing of letters and lines. Pages then don’t scroll sideways.',
  'Light and dark follow your system, or your choice in the menu under your name. Contrast themes replace all colours.',
  'No meaning depends on colour alone.',
  'If your system is set to reduce motion, nothing moves.',
  'Reports and certificates are PDFs with tags for screen readers (PDF/UA-1). You can read reports on the page too.',
]

const LIMITS = [
  'Waymark’s own texts are in English only. Questions and responses are in the language of their authors.',
  'Files that people attach are only as accessible as their authors made them.',
  'A PDF with a rare character that Waymark has no font for has tags, but doesn’t meet PDF/UA-1.',
  'Only Chromium is tested with every change. Before a release, the main journey is also tested in Firefox and WebKit. No independent organisation has audited Waymark.',
]

export function AccessibilityPage() {
  return (
    <TextPage title="Accessibility" meta="What works for you, what doesn’t yet, and whom to tell">
      <Topic title="The aim">
        <p>
          Waymark aims to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA.
          Automatic tests check its pages against them with every change, in both themes and on wide
          and narrow screens.
        </p>
      </Topic>
      <Topic title="What works">
        <Points of={WORKS} />
      </Topic>
      <Topic title="What doesn’t yet">
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
