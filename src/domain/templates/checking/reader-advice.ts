import { LANGUAGES, type Language } from '../../kernel/limits.ts'
import { getVisibleText } from '../../kernel/visible-text.ts'
import { QUESTION_TYPE, type Option, type Question } from '../../questions/documents.ts'
import { normaliseForSearch } from '../../search/normalise-for-search.ts'
import type { Section } from '../documents/section.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { hasOptionList, isHeadingQuestion, isLinkQuestion } from '../editing/edit-questions.ts'
import type { TemplatePlace } from '../form/place.ts'
import { MAX_PROBLEMS } from '../form/screen-order.ts'
import { listPlacedQuestions } from './problems-of-sections.ts'

/** Advice that makes a form easier to read. It never prevents saving or publishing. */
export type ReaderAdvice =
  | {
      readonly kind: 'image-unread' | 'options-alike' | 'questions-alike' | 'colour-alone' | 'sentence-long'
      readonly place: TemplatePlace
    }
  | {
      readonly kind: 'translation-missing'
      readonly place: TemplatePlace
      readonly language: Language
      /** number of texts without a translation */
      readonly count: number
    }

/** Maximum words of a sentence that is easy to read. */
export const MAX_SENTENCE_WORDS = 25

/** A text that people read. */
type ReaderText = {
  readonly place: TemplatePlace
  readonly text: string
  /** the object with its translations; undefined if the text cannot be translated */
  readonly holder?: object
  /** whether it explains something, instead of naming what is asked */
  readonly explains?: boolean
}

/** Result for some texts: advice, and by language how many of the translatable texts are translated. */
type Checked = {
  readonly advice: readonly ReaderAdvice[]
  readonly translatable: number
  readonly translated: ReadonlyMap<string, number>
}

/** Results by section object, so that a change checks only its own section. */
const checkedSections = new WeakMap<Section, Checked & { readonly index: number }>()

/** Returns advice in screen order, at most MAX_PROBLEMS; missing translations last, one for each language. */
export function findReaderAdvice(draft: TemplateDraft): readonly ReaderAdvice[] {
  const head = checkTexts(listHeadTexts(draft))
  const sections = draft.secciones.map(checkSection)
  const advice = [...head.advice, ...adviseImage(draft), ...sections.flatMap((checked) => checked.advice)]
  const missing = findMissingTranslations([head, ...sections])
  return [...advice.slice(0, MAX_PROBLEMS - missing.length), ...missing]
}

function checkSection(section: Section, index: number): Checked {
  const known = checkedSections.get(section)
  if (known?.index === index) return known
  const texts = checkTexts(listSectionTexts(section, index))
  const checked = { ...texts, index, advice: [...texts.advice, ...findSimilarParts(section, index)] }
  checkedSections.set(section, checked)
  return checked
}

function checkTexts(texts: readonly ReaderText[]): Checked {
  const translated = new Map<string, number>()
  let translatable = 0
  for (const { holder, place, text } of texts) {
    if (holder === undefined || getVisibleText(text) === '') continue
    translatable += 1
    const start = `${place.kind === 'choice' ? 'texto' : 'field' in place && place.field}AlternativeLanguage_`
    for (const [field, translation] of Object.entries(holder)) {
      if (!field.startsWith(start) || typeof translation !== 'string' || getVisibleText(translation) === '') continue
      const language = field.slice(start.length)
      translated.set(language, (translated.get(language) ?? 0) + 1)
    }
  }
  return { advice: texts.flatMap(adviseText), translatable, translated }
}

/** Returns one advice for each language in which the form has some texts, but not all. */
function findMissingTranslations(checked: readonly Checked[]): readonly ReaderAdvice[] {
  return LANGUAGES.flatMap((language): readonly ReaderAdvice[] => {
    const missing = checked.map(({ translatable, translated }) => translatable - (translated.get(language) ?? 0))
    const isOffered = checked.some(({ translated }) => translated.has(language))
    const count = isOffered ? missing.reduce((sum, some) => sum + some, 0) : 0
    const place = { kind: 'field', field: `tituloAlternativeLanguage_${language}` } as const
    return count === 0 ? [] : [{ kind: 'translation-missing', place, language, count }]
  })
}

function adviseText(read: ReaderText): readonly ReaderAdvice[] {
  const { place, text } = read
  const sentences = text.split(SENTENCE_END)
  return [
    ...(sentences.some((sentence) => namesColourAlone(sentence, read))
      ? [{ kind: 'colour-alone', place } as const]
      : []),
    ...(sentences.some(isLongSentence) ? [{ kind: 'sentence-long', place } as const] : []),
  ]
}

const SENTENCE_END = /(?<=[.!?…])\s|\n/

function isLongSentence(sentence: string): boolean {
  if (sentence.length <= 2 * MAX_SENTENCE_WORDS) return false
  return sentence.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length > MAX_SENTENCE_WORDS
}

/**
 * Returns advice on the header image. It has no text of its own and is hidden from screen readers, so the form's
 * description must tell what it shows. A logo needs none: the PDF prints the name of the municipality as a text.
 */
function adviseImage({ opcionales, headerImageURL, descripcion }: TemplateDraft): readonly ReaderAdvice[] {
  const hasImageWithoutText = opcionales.headerImg && headerImageURL !== undefined && getVisibleText(descripcion) === ''
  return hasImageWithoutText ? [{ kind: 'image-unread', place: { kind: 'field', field: 'descripcion' } }] : []
}

function listHeadTexts(draft: TemplateDraft): readonly ReaderText[] {
  const { estados, signatures, opcionales } = draft
  const fields = ['titulo', 'descripcion', 'nombreRespuesta', 'textoEmergencia'] as const
  return [
    ...fields.map((field) => ({
      place: { kind: 'field', field } as const,
      text: draft[field] ?? '',
      holder: draft,
      explains: field !== 'titulo',
    })),
    ...estados.disponibles.map((holder, state) => ({
      place: { kind: 'state', state, field: 'nombre' } as const,
      text: holder.nombre,
      holder,
    })),
    ...(opcionales.digitalSignature ? signatures : []).map((holder, signature) => ({
      place: { kind: 'signature', signature, field: 'title' } as const,
      text: holder.title,
      holder,
    })),
  ]
}

function listSectionTexts(holder: Section, section: number): readonly ReaderText[] {
  const { conditionalSection, conditions, repetible } = holder
  const fields = ['titulo', 'conditionalQuestion', 'descripcion', 'nombreFila'] as const
  const shown = { titulo: true, conditionalQuestion: conditionalSection, descripcion: true, nombreFila: repetible }
  return [
    ...fields
      .filter((field) => shown[field])
      .map((field) => ({
        place: { kind: 'section', section, field } as const,
        text: holder[field] ?? '',
        holder,
        explains: field === 'descripcion',
      })),
    ...(conditionalSection ? conditions : []).map((condition, index) => ({
      place: { kind: 'condition', section, condition: index, field: 'condition' } as const,
      text: condition.condition,
      holder: condition,
    })),
    ...listPlacedQuestions(holder, section).flatMap(([at, question]) => listQuestionTexts(question, at)),
  ]
}

type QuestionAt = ReturnType<typeof listPlacedQuestions>[number][0]

function listQuestionTexts(holder: Question, at: QuestionAt): readonly ReaderText[] {
  const { titulo, ayuda = '', opciones } = holder
  return [
    { place: { kind: 'question', ...at, field: 'titulo' }, text: titulo, holder, explains: isHeadingQuestion(holder) },
    { place: { kind: 'question', ...at, field: 'ayuda' }, text: ayuda, holder, explains: true },
    ...listOptionTexts(opciones, at, null),
    ...getCombinedBlocks(holder).flatMap((item, block): readonly ReaderText[] => {
      if (item.type === 'break') return []
      if (item.type === 'text')
        return [{ place: { kind: 'block', ...at, block, field: 'content' }, text: item.content, explains: true }]
      return [
        { place: { kind: 'block', ...at, block, field: 'name' }, text: item.name },
        ...listOptionTexts(item.opciones, at, block),
      ]
    }),
  ]
}

function listOptionTexts(options: readonly Option[], at: QuestionAt, block: number | null): readonly ReaderText[] {
  return options.map((holder, choice) => ({
    place: { kind: 'choice', ...at, block, choice },
    text: holder.texto,
    holder,
  }))
}

function getCombinedBlocks({
  tipoPregunta,
  combinedQuestions = [],
}: Question): NonNullable<Question['combinedQuestions']> {
  return tipoPregunta === QUESTION_TYPE.COMBINED ? combinedQuestions : []
}

function findSimilarParts(section: Section, index: number): readonly ReaderAdvice[] {
  const seenIn = new Map<number | null, Map<string, string>>()
  return listPlacedQuestions(section, index).flatMap(([at, question]): readonly ReaderAdvice[] => {
    const seen = seenIn.get(at.condition) ?? new Map<string, string>()
    seenIn.set(at.condition, seen)
    const isAsked = !isHeadingQuestion(question) && !isLinkQuestion(question)
    const isSimilar = isAsked && findSimilarTexts(question.titulo, seen) !== undefined
    return [
      ...(isSimilar ? [{ kind: 'questions-alike', place: { kind: 'question', ...at, field: 'titulo' } } as const] : []),
      ...(hasOptionList(question.tipoPregunta) ? findSimilarOptions(question.opciones, at, null) : []),
      ...getCombinedBlocks(question).flatMap((item, block) =>
        item.type === 'input' ? findSimilarOptions(item.opciones, at, block) : [],
      ),
    ]
  })
}

/** Finds options that read like an earlier one. Equal options are left out: a warning reports them (warnings.ts). */
function findSimilarOptions(options: readonly Option[], at: QuestionAt, block: number | null): readonly ReaderAdvice[] {
  const seen = new Map<string, string>()
  return options.flatMap(({ texto }, choice): readonly ReaderAdvice[] => {
    const earlier = findSimilarTexts(texto, seen)
    const isEqual = earlier?.trim().toLowerCase() === texto.trim().toLowerCase()
    return earlier === undefined || isEqual
      ? []
      : [{ kind: 'options-alike', place: { kind: 'choice', ...at, block, choice } }]
  })
}

/** Returns an earlier text that reads like this one, and adds this one. */
function findSimilarTexts(text: string, seen: Map<string, string>): string | undefined {
  const read = toSpokenForm(text)
  const earlier = seen.get(read)
  if (read !== '' && earlier === undefined) seen.set(read, text)
  return earlier
}

/**
 * Removes accents, case, spaces and punctuation, except marks that tell two texts apart: before a digit (1,5 and 15;
 * −5 and 5), and those that are read as words, such as the percent sign.
 */
function toSpokenForm(text: string): string {
  return normaliseForSearch(getVisibleText(text)).replaceAll(/(?![%*#&@]|\p{Punctuation}\d)[\p{Punctuation}\s]/gu, '')
}

const COLOURS = {
  es: 'roj[oa]s?|verdes?|amarill[oa]s?|azul(?:es)?|celestes?|naranjas?|anaranjad[oa]s?|violetas?|morad[oa]s?|rosad?[oa]s?|gris(?:es)?|marron(?:es)?',
  en: 'red|green|yellow|blue|orange|violet|purple|pink|gr[ae]y|brown',
} as const

/** Words between a part of the screen and its colour: “campos que están marcados en rojo”, “fields shown in red”. */
const WORDS_BEFORE_COLOUR = {
  es: '(?:(?:que|esta|estan|es|son|aparecen?|figuran?|se|muestran?|ven?|(?:marcad|senalad|resaltad|destacad|escrit)[oa]s?|obligatori[oa]s?|con|fondo|borde|en|de|del|color) )',
  en: '(?:(?:that|which|are|is|marked|shown|highlighted|outlined|displayed|printed|written|in|with|an?|the|colou?red|colou?r|background|border) )',
} as const

/** Names of parts that only forms have. `COLOURS` lacks white and black, because “casillas en blanco” are empty. */
const FORM_PARTS = {
  es: 'campos?|casillas?|casilleros?|preguntas?|opcion(?:es)?|respuestas?',
  en: 'fields|questions?|options?|check ?box(?:es)?|answers?',
} as const

/** Names of parts that machines, signs and places also have: “el botón rojo de emergencia”. */
const AMBIGUOUS_PARTS = {
  es: 'boton(?:es)?|iconos?|textos?|enlaces?|recuadros?|pestanas?',
  en: 'field|buttons?|icons?|texts?|links?|box(?:es)?|tabs?',
} as const

const nameColour = ({ es, en }: typeof FORM_PARTS | typeof AMBIGUOUS_PARTS): string =>
  [
    `(?:${es}) ${WORDS_BEFORE_COLOUR.es}{0,6}(?:${COLOURS.es})`,
    `(?:${en}) ${WORDS_BEFORE_COLOUR.en}{1,6}(?:${COLOURS.en})`,
    `(?:${COLOURS.en})(?:[- ]colou?red)? (?:required |mandatory )?(?:${en})`,
  ].join('|')

const IN_COLOUR = [
  `l[oa]s? que ${WORDS_BEFORE_COLOUR.es}{1,4}(?:en|con) (?:fondo |color )?(?:${COLOURS.es})`,
  `l[oa]s? (?:marcad|senalad|resaltad|destacad|escrit)[oa]s? (?:en|con) (?:fondo |color )?(?:${COLOURS.es})`,
  `(?:what|those|everything|items|parts) ${WORDS_BEFORE_COLOUR.en}{0,5}in (?:colou?r )?(?:${COLOURS.en})`,
].join('|')

const ANY_COLOUR = new RegExp(`\\b(?:${COLOURS.es}|${COLOURS.en})\\b`)
const FORM_COLOUR = new RegExp(`\\b(?:${nameColour(FORM_PARTS)})\\b`)
const PART_COLOUR = new RegExp(`\\b(?:${nameColour(AMBIGUOUS_PARTS)}|${IN_COLOUR})\\b`)
const INSTRUCTION =
  /\b(?:complete|toque|pulse|presione|oprima|haga|marque|elija|seleccione|use|responda|llene|lea|press|tap|click|fill|choose|select|check|answer|read)\b/

/**
 * Checks whether a Spanish or English sentence names a part of the form by its colour alone. Leaves out questions and
 * options, because they ask about colours of things. `AMBIGUOUS_PARTS` count only in explanations and instructions.
 */
function namesColourAlone(sentence: string, { place, explains = false }: ReaderText): boolean {
  if (place.kind === 'choice' || sentence.endsWith('?')) return false
  const folded = normaliseForSearch(sentence)
  if (!ANY_COLOUR.test(folded)) return false
  return FORM_COLOUR.test(folded) || ((explains || INSTRUCTION.test(folded)) && PART_COLOUR.test(folded))
}
