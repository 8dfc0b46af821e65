import {
  AlignmentType,
  type INumberingOptions,
  type IStylesOptions,
  LevelFormat,
  LineRuleType,
} from 'docx'
import { STEPS } from './word-text.ts'

const INK = '14201b'
const SPACE_AFTER = 120

/** Styles that Word lists by their usual names, so that the document can be restyled. Sizes are in half points. */
export function wordStyles(language: string): IStylesOptions {
  return {
    default: {
      document: {
        run: {
          // On every computer, with Arabic and Hebrew letters. Word chooses a font for others.
          font: { ascii: 'Arial', hAnsi: 'Arial', cs: 'Arial' },
          size: 20,
          color: INK,
          language: { value: language, eastAsia: language, bidirectional: language },
        },
        paragraph: { spacing: { after: SPACE_AFTER, line: 264, lineRule: LineRuleType.AUTO } },
      },
      title: heading(48, 160, 120),
      heading1: heading(28, 400, 140),
      heading2: heading(24, 320, 100),
      heading3: heading(21, 180, 80),
    },
  }
}

function heading(size: number, before: number, after: number) {
  return {
    run: { size, bold: true, color: INK },
    paragraph: { spacing: { before, after }, keepNext: true, keepLines: true },
  }
}

/** In twips: the hanging indent of a numbered item. */
const HANGING = 360
const LEVELS = 9

export const NUMBERING: INumberingOptions = {
  config: [
    {
      reference: STEPS,
      levels: Array.from({ length: LEVELS }, (_, level) => ({
        level,
        format: LevelFormat.DECIMAL,
        text: `%${level + 1}.`,
        alignment: AlignmentType.START,
        style: { paragraph: { indent: { start: 2 * HANGING * (level + 1), hanging: HANGING } } },
      })),
    },
  ],
}
