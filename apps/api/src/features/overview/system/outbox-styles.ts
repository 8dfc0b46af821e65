import type { BrandTokens, Tokens } from 'brand/brand-tokens'

/** Free of quotes and angle brackets, which React would escape. */
export function outboxStyles({ light, dark }: BrandTokens): string {
  return `:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
${RULES}`
}

function variables(tokens: Tokens) {
  return Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
}

const RULES = `
*{box-sizing:border-box}
body{margin:0;background:var(--background);color:var(--foreground);font:16px/1.5 system-ui,sans-serif}
main{max-width:760px;margin:0 auto;padding:40px 20px 64px}
h1{margin:0 0 4px;font-size:28px;line-height:1.25;letter-spacing:-0.01em}
ul{list-style:none;margin:24px 0 0;padding:0;display:grid;gap:12px}
li{background:var(--card);border:1px solid var(--border);border-radius:12px;overflow:hidden}
summary{cursor:pointer}
summary:focus-visible{outline:2px solid var(--primary-ui);outline-offset:-2px;border-radius:12px}
li details:not(.text) summary{display:grid;grid-template-columns:1fr auto;gap:2px 12px;padding:14px 18px}
li details:not(.text) .text summary{display:list-item;padding:12px 18px}
summary:hover{background:var(--muted)}
summary .quiet{grid-column:1/-1}
iframe{display:block;width:100%;height:560px;border:0;border-block:1px solid var(--border);background:var(--card)}
pre{margin:0;padding:4px 18px 18px;font:14px/1.55 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
.tenant{margin:0 0 4px;color:var(--primary-text);font-weight:600}
.quiet{margin:0;color:var(--muted-foreground);font-size:14px;overflow-wrap:anywhere}
.empty{margin:24px 0 0;padding:40px 20px;border:1px dashed var(--border);border-radius:12px;text-align:center;color:var(--muted-foreground)}
.subject{font-weight:600;overflow-wrap:anywhere}
.status{align-self:start;padding:1px 10px;border-radius:99px;font-size:13px;background:var(--muted);color:var(--subtle-foreground)}
.status.sent{background:var(--primary-tint);color:var(--primary-text)}
.status.failed{border:1px solid currentColor;font-weight:600}
.error{margin:0;padding:0 18px 12px;font-size:14px}
.text summary{font-size:14px;color:var(--subtle-foreground)}
`
