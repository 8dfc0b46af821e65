/** OKLCH `[lightness, chroma]`; the hue and the chroma's factor come from the brand. */
type Shade = readonly [number, number]

export const LIGHT_NEUTRALS = {
  background: [0.984, 0.003],
  card: [1, 0],
  popover: [1, 0],
  muted: [0.962, 0.006],
  track: [0.922, 0.007],
  border: [0.895, 0.008],
  input: [0.61, 0.013],
  foreground: [0.215, 0.019],
  'subtle-foreground': [0.375, 0.017],
  'muted-foreground': [0.475, 0.015],
} satisfies Record<string, Shade>

export const DARK_NEUTRALS = {
  background: [0.176, 0.008],
  card: [0.212, 0.01],
  popover: [0.25, 0.012],
  muted: [0.252, 0.012],
  track: [0.315, 0.014],
  border: [0.325, 0.013],
  input: [0.57, 0.015],
  foreground: [0.955, 0.006],
  'subtle-foreground': [0.82, 0.011],
  'muted-foreground': [0.715, 0.013],
} satisfies Record<keyof typeof LIGHT_NEUTRALS, Shade>
