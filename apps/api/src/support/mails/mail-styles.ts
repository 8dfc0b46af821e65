import type { Tokens } from 'brand/brand-tokens'
import type { CSSProperties } from 'react'

const FONT =
  "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

/** Inline, because many mail programs drop style sheets. Light, whatever they do with the dark sheet. */
export function mailStyles(light: Tokens) {
  const quiet = { fontSize: '14px', lineHeight: '21px', color: light['muted-foreground'] }
  return {
    body: { margin: 0, backgroundColor: light.muted, fontFamily: FONT, color: light.foreground },
    page: { padding: '24px 12px', backgroundColor: light.muted },
    card: {
      maxWidth: '600px',
      backgroundColor: light.card,
      border: `1px solid ${light.border}`,
      borderRadius: '12px',
      overflow: 'hidden',
    },
    panel: { padding: '18px 32px', backgroundColor: light['brand-panel'] },
    sender: {
      margin: 0,
      fontSize: '17px',
      lineHeight: '24px',
      fontWeight: 600,
      color: light['brand-panel-foreground'],
      overflowWrap: 'anywhere',
    },
    content: { padding: '32px 32px 24px', overflowWrap: 'anywhere' },
    heading: {
      margin: '0 0 16px',
      fontSize: '24px',
      lineHeight: '31px',
      fontWeight: 650,
      letterSpacing: '-0.01em',
    },
    paragraph: { margin: '0 0 16px', fontSize: '16px', lineHeight: '25px' },
    button: {
      margin: '8px 0 24px',
      padding: '13px 24px',
      borderRadius: '8px',
      backgroundColor: light.primary,
      color: light['primary-foreground'],
      fontSize: '16px',
      fontWeight: 600,
    },
    address: { ...quiet, margin: '0 0 16px' },
    link: { color: light['primary-text'], textDecoration: 'underline' },
    footnote: { ...quiet, margin: '0 0 8px' },
    footer: { maxWidth: '600px' },
    signature: { padding: '16px 32px 0', overflowWrap: 'anywhere' },
    quiet: { ...quiet, margin: 0, fontSize: '13px' },
  } satisfies Record<string, CSSProperties>
}

/** For mail programs with a dark mode. Without quotes and angle brackets, which React would escape. */
export function darkStyles(dark: Tokens): string {
  const rules = [
    `.page{background-color:${dark.background} !important}`,
    `.card{background-color:${dark.card} !important;border-color:${dark.border} !important}`,
    `.panel{background-color:${dark['brand-panel']} !important}`,
    `.sender{color:${dark['brand-panel-foreground']} !important}`,
    `.text{color:${dark.foreground} !important}`,
    `.quiet{color:${dark['muted-foreground']} !important}`,
    `.button{background-color:${dark.primary} !important;color:${dark['primary-foreground']} !important}`,
    `.link{color:${dark['primary-text']} !important}`,
  ]
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}@media (max-width:480px){.panel{padding:16px 20px !important}.content{padding:24px 20px 16px !important}.footer{padding:12px 20px 0 !important}}`
}
