import { DATA_TYPE, QUESTION_TYPE } from '#domain/documents/index.ts'

/** A small language for writing forms down: titles and what differs from the plain case. The schema fills in the rest. */
type Flags = {
  readonly required?: boolean
  readonly adjuntar?: boolean
  readonly adjuntarDocumento?: boolean
  readonly filtrable?: boolean
  readonly tituloAlternativeLanguage_en?: string
}
type FormFields = Readonly<Record<string, unknown>>

export const must: Flags = { required: true }
/** The photo itself is the answer: with `must`, only the photo has to be there. */
export const photo: Flags = { adjuntar: true }

function open(tipoDato: number) {
  return (titulo: string, flags: Flags = {}): FormFields => ({ titulo, tipoPregunta: QUESTION_TYPE.OPEN, tipoDato, ...flags })
}
export const text = open(DATA_TYPE.STRING)
export const integer = open(DATA_TYPE.NUMBER)
export const decimal = open(DATA_TYPE.DECIMAL)
export const date = open(DATA_TYPE.DATE)
export const time = open(DATA_TYPE.TIME)
export const heading = open(DATA_TYPE.TITLE)

export function yesNo(titulo: string, flags: Flags = {}): FormFields {
  return { titulo, tipoPregunta: QUESTION_TYPE.BOOLEAN, ...flags }
}

/** @param options texts; `Texto | Text` gives the English one, too */
export function one(titulo: string, options: readonly string[], flags: Flags = {}): FormFields {
  return { titulo, tipoPregunta: QUESTION_TYPE.RADIO, opciones: optionsOf(options), ...flags }
}

export function many(titulo: string, options: readonly string[], flags: Flags = {}): FormFields {
  return { titulo, tipoPregunta: QUESTION_TYPE.SELECT, opciones: optionsOf(options), ...flags }
}

export function link(titulo: string, tituloLink: string, address: string): FormFields {
  return { titulo, tipoPregunta: QUESTION_TYPE.OPEN, tipoDato: DATA_TYPE.LINK, tituloLink, link: address }
}

export function section(titulo: string, descripcion: string, preguntas: readonly FormFields[], more: FormFields = {}): FormFields {
  return { titulo, descripcion, preguntas: inOrder(preguntas), ...more }
}

/** @param nombreFila what a row is; `palabra | word` gives the English one, too */
export function repeated(titulo: string, nombreFila: string, descripcion: string, preguntas: readonly FormFields[]): FormFields {
  const [own = '', english] = nombreFila.split(' | ')
  const names = { nombreFila: own, ...(english === undefined ? {} : { nombreFilaAlternativeLanguage_en: english }) }
  return section(titulo, descripcion, preguntas, { repetible: true, ...names })
}

export function conditional(
  titulo: string,
  question: string,
  conditions: Readonly<Record<string, readonly FormFields[]>>,
  more: { readonly required?: boolean; readonly conditionalSectionSingle?: boolean } = {},
): FormFields {
  return {
    titulo,
    conditionalSection: true,
    conditionalQuestion: question,
    conditions: Object.entries(conditions).map(([condition, questions], order) => ({ order, condition, questions: inOrder(questions) })),
    ...more,
  }
}

/** Gives sections their order. */
export function sections(...all: readonly FormFields[]): readonly FormFields[] {
  return inOrder(all)
}

/** States from `Nombre: ['Siguiente', …]`; the first one is the initial one. */
export function states(transitions: Readonly<Record<string, readonly string[]>>): FormFields {
  const names = Object.keys(transitions)
  return {
    inicial: 0,
    disponibles: Object.entries(transitions).map(([nombre, next], id) => ({
      id,
      nombre,
      transiciones: next.map((name) => {
        if (!names.includes(name)) throw new Error(`No state is called ${name}`)
        return names.indexOf(name)
      }),
    })),
  }
}

function inOrder(items: readonly FormFields[]): readonly FormFields[] {
  return items.map((item, orden) => ({ orden, ...item }))
}

function optionsOf(options: readonly string[]): readonly FormFields[] {
  return options.map((option, orden) => {
    const [texto = '', english] = option.split(' | ')
    return { orden, texto, ...(english === undefined ? {} : { textoAlternativeLanguage_en: english }) }
  })
}
