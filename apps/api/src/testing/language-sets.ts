import { ContentSetFile } from 'contract/content-format'
import { japanese, korean, simplifiedChinese, traditionalChinese } from './cjk-texts.ts'
import { arabic, german, hebrew, type Texts } from './language-texts.ts'
import { longSet } from './long-set.ts'

/** Small content sets of our own in other languages, each with four levels, groups and report bands. */
export const LANGUAGE_SETS = {
  german: languageSet(german),
  arabic: languageSet(arabic),
  hebrew: languageSet(hebrew),
  japanese: languageSet(japanese),
  simplifiedChinese: languageSet(simplifiedChinese),
  traditionalChinese: languageSet(traditionalChinese),
  korean: languageSet(korean),
  /** Each text in English and French. */
  bilingual: languageSet({
    language: 'en',
    title: 'Good meetings / Des réunions efficaces',
    introduction: 'Answer together.\n\nRépondez ensemble.',
    scale: ['Starting / Début', 'Growing / Progrès', 'Settled / Acquis', 'Leading / Référence'],
    elements: [
      {
        group: 'Before / Avant',
        title: 'Invitations and agendas / Convocations et ordres du jour',
        description: 'Who comes, and why. / Qui vient, et pourquoi.',
        statements: [
          'Every invitation has an agenda.\nChaque convocation comporte un ordre du jour.',
          'People may decline.\nOn peut décliner l’invitation.',
        ],
      },
      {
        group: 'After / Après',
        title: 'Decisions / Décisions',
        description: 'What was agreed. / Ce qui a été convenu.',
        statements: [
          'Decisions are written down within a day.\nLes décisions sont consignées sous 24 heures.',
          'Each action has an owner.\nChaque action a un responsable.',
        ],
      },
    ],
    actions: [
      'Agree on a template.\nConvenez d’un modèle.',
      'Try it for a month.\nEssayez-le pendant un mois.',
      'Review it each year.\nRevoyez-le chaque année.',
    ],
    bands: [
      ['Start here / Commencez ici', 'Name an **owner**. / Nommez un **responsable**.'],
      ['Well done / Bravo', 'Keep it up. / Continuez ainsi.'],
    ],
  }),
}

/** Weights of elements and statements from 0.5 to 6, without named levels. */
export function weightedSet(): ContentSetFile {
  const { elements, ...set } = longSet({ elements: 4, statements: 3, responses: 3 })
  return {
    ...set,
    title: 'A weighted set',
    elements: elements.map((element, e) => ({
      ...element,
      weight: [1, 6, 0.5, 2][e] ?? 1,
      statements: element.statements.map((statement, s) => ({
        ...statement,
        weight: [3, 1, 2.5][s] ?? 1,
      })),
    })),
  }
}

/** Response values from 0 to 5. */
export function zeroBasedSet(): ContentSetFile {
  const { elements, ...set } = longSet({ elements: 3, statements: 2, responses: 6 })
  return {
    ...set,
    title: 'A set whose values start at 0',
    elements: elements.map((element) => ({
      ...element,
      statements: element.statements.map((statement) => ({
        ...statement,
        responses: statement.responses.map((response, value) => ({ ...response, value })),
      })),
    })),
  }
}

/** 745 elements with 1,425 statements, as large as the largest known framework. */
export function largestSet(): ContentSetFile {
  const { elements, ...set } = longSet({ elements: 745, statements: 2, responses: 4 })
  return {
    ...set,
    elements: elements.map((element, e) => ({
      ...element,
      statements: element.statements.slice(0, e < 680 ? 2 : 1),
    })),
  }
}

function languageSet(texts: Texts): ContentSetFile {
  const { language, title, introduction, scale } = texts
  const [low = ['', ''], high = ['', '']] = texts.bands
  return ContentSetFile.parse({
    format: 'content-set/1',
    title,
    language,
    introduction,
    scale,
    certificationBands: scale
      .slice(1)
      .map((label, index) => ({ label, minOverall: 30 * (index + 1), minElement: 20 * index })),
    elements: texts.elements.map(({ statements, ...element }, e) => ({
      key: `E${e + 1}`,
      ...element,
      reportBands: [
        { from: 0, to: 50, title: low[0], text: low[1] },
        { from: 50, to: 100, title: high[0], text: high[1] },
      ],
      statements: statements.map((text, s) => ({
        key: `E${e + 1}.${s + 1}`,
        text,
        responses: scale.map((label, level) => ({
          key: `E${e + 1}.${s + 1}.${level + 1}`,
          label,
          value: level + 1,
          action: texts.actions[level - 1],
          effort: level + 1,
        })),
      })),
    })),
  })
}
