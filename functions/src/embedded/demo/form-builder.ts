import { DATA_TYPE, QUESTION_TYPE } from '#domain/documents/index.ts'

/** A small language for writing forms down. Every text that people read is Spanish, or `Español | English`. */
type Flags = {
  readonly required?: boolean
  readonly adjuntar?: boolean
  readonly adjuntarDocumento?: boolean
  readonly filtrable?: boolean
  readonly permiteNegativos?: boolean
  readonly escaneable?: boolean
  readonly seRepite?: boolean
  readonly empiezaAhora?: boolean
  readonly ayuda?: string
  readonly tituloAlternativeLanguage_en?: string
}
export type FormFields = Readonly<Record<string, unknown>>

export const must: Flags = { required: true }
/** A date or a time that is the present one, unless the user says otherwise. */
export const now: Flags = { required: true, empiezaAhora: true }
/** The photo itself is the answer: with `must`, only the photo has to be there. */
export const photo: Flags = { adjuntar: true }

function open(tipoDato: number) {
  return (title: string, flags: Flags = {}): FormFields => ({
    tipoPregunta: QUESTION_TYPE.OPEN,
    tipoDato,
    ...titled(title, flags),
  })
}
export const text = open(DATA_TYPE.STRING)
export const integer = open(DATA_TYPE.NUMBER)
export const decimal = open(DATA_TYPE.DECIMAL)
export const date = open(DATA_TYPE.DATE)
export const time = open(DATA_TYPE.TIME)
export const heading = open(DATA_TYPE.TITLE)

export function yesNo(title: string, flags: Flags = {}): FormFields {
  return { tipoPregunta: QUESTION_TYPE.BOOLEAN, ...titled(title, flags) }
}

export function one(title: string, options: readonly string[], flags: Flags = {}): FormFields {
  return { tipoPregunta: QUESTION_TYPE.RADIO, opciones: optionsOf(options), ...titled(title, flags) }
}

export function many(title: string, options: readonly string[], flags: Flags = {}): FormFields {
  return { tipoPregunta: QUESTION_TYPE.SELECT, opciones: optionsOf(options), ...titled(title, flags) }
}

export function link(title: string, tituloLink: string, address: string): FormFields {
  return {
    tipoPregunta: QUESTION_TYPE.OPEN,
    tipoDato: DATA_TYPE.LINK,
    tituloLink,
    link: address,
    ...inBoth('titulo', title),
  }
}

/** A whole form. */
export function form(title: string, description: string, content: FormFields): FormFields {
  return { ...inBoth('titulo', title), ...inBoth('descripcion', description), ...content }
}

export function section(
  title: string,
  description: string,
  preguntas: readonly FormFields[],
  more: FormFields = {},
): FormFields {
  return {
    ...inBoth('titulo', title),
    ...inBoth('descripcion', description),
    preguntas: inOrder(preguntas),
    ...more,
  }
}

/** @param row what a row is called: `árbol | tree` */
export function repeated(
  title: string,
  row: string,
  description: string,
  preguntas: readonly FormFields[],
): FormFields {
  return section(title, description, preguntas, { repetible: true, ...inBoth('nombreFila', row) })
}

/** @param question asked over the conditions; it has no second language in the documents */
export function conditional(
  title: string,
  question: string,
  conditions: Readonly<Record<string, readonly FormFields[]>>,
  more: { readonly required?: boolean; readonly conditionalSectionSingle?: boolean } = {},
): FormFields {
  return {
    ...inBoth('titulo', title),
    conditionalSection: true,
    conditionalQuestion: question,
    conditions: Object.entries(conditions).map(([condition, questions], order) => ({
      order,
      ...inBoth('condition', condition),
      questions: inOrder(questions),
    })),
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

/** Signatures, all required. `intern`: of somebody of the municipality. */
export function signed(...signatures: readonly { readonly by: string; readonly intern?: true }[]): FormFields {
  return {
    opcionales: { digitalSignature: true },
    signatures: signatures.map(({ by, intern }, indexSignature) => ({
      title: by,
      indexSignature,
      required: true,
      tipeOfSignatory: intern === true ? 'intern' : 'citizen',
    })),
  }
}

/** `Español | English` as a field and its English one. */
export function inBoth(name: string, both: string): FormFields {
  const [spanish = '', english] = both.split(' | ')
  return { [name]: spanish, ...(english === undefined ? {} : { [`${name}AlternativeLanguage_en`]: english }) }
}

function titled(title: string, { ayuda, ...flags }: Flags): FormFields {
  return { ...inBoth('titulo', title), ...(ayuda === undefined ? {} : inBoth('ayuda', ayuda)), ...flags }
}

function inOrder(items: readonly FormFields[]): readonly FormFields[] {
  return items.map((item, orden) => ({ orden, ...item }))
}

function optionsOf(options: readonly string[]): readonly FormFields[] {
  return options.map((option, orden) => ({ orden, ...inBoth('texto', option) }))
}
