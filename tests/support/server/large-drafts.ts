import type { TemplateDraft } from '#domain/templates/index.ts'
import { MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATE_VALUES } from '#domain/kernel/index.ts'
import { question, section } from '../builders/form-parts.ts'
import { AREA } from '../builders/template.ts'
import { buildDraft } from './templates.ts'

export function many<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index))
}

/** Forms at the maximum size, each in one respect. */
export type Large = keyof typeof SHAPES

const state = (id: number, all: number) => ({
  id,
  nombre: `State ${id}`,
  transiciones: many(all, (to) => to).filter((to) => to !== id),
})
const ROOM = { characters: MAX_TEMPLATE_CHARACTERS * 0.97, values: MAX_TEMPLATE_VALUES * 0.97 }

const SHAPES = {
  questions: (word) => inSections((index) => question(index % 1000, { titulo: `${word} ${index}` })),
  options: (word) => {
    const lists = filled((index) => ({ orden: index % 2000, texto: `${word} ${index}`, checked: false }), 2000)
    return {
      secciones: [
        section(
          0,
          lists.map((opciones, orden) => question(orden, { tipoPregunta: 2, opciones })),
        ),
      ],
    }
  },
  states: () => ({ estados: { inicial: 0, history: [], disponibles: many(310, (id) => state(id, 310)) } }),
  links: () => inSections((index) => question(index % 1000, { tipoDato: 6, titulo: '' })),
  videos: (word) => inSections((index) => question(index % 1000, { titulo: `${word} ${index}`, adjuntarVideo: true })),
  blocks: (word) =>
    inSections((index) =>
      question(index % 1000, {
        titulo: '',
        tipoPregunta: 5,
        combinedQuestions: [{ type: 'text', orden: 0, content: `${word} ${index}` }],
      }),
    ),
} satisfies Readonly<Record<string, (word: string) => object>>

/** @param word that its texts begin with */
export function largeDraft(large: Large, word: string, change: object = {}): TemplateDraft {
  return buildDraft({ ...SHAPES[large](word), ...change })
}

/** The sections of the largest form, each moved by one place. */
export function movedOn(large: Large, word: string): object {
  const { secciones } = largeDraft(large, word)
  return { secciones: [...secciones.slice(1), ...secciones.slice(0, 1)].map((one, orden) => ({ ...one, orden })) }
}

/** A draft with this question many times, as text; no editor could build it. */
export function barred(asked: string, count: number): string {
  const sections = many(
    Math.ceil(count / 1000),
    (orden) => `{"orden":${orden},"preguntas":[${many(Math.min(1000, count - orden * 1000), () => asked).join()}]}`,
  )
  return `{"titulo":"x","areas":["${AREA}"],"secciones":[${sections.join()}]}`
}

function inSections(one: (index: number) => ReturnType<typeof question>) {
  return { secciones: filled(one, 1000).map((questions, orden) => section(orden, questions)) }
}

/** Fills lists of this size up to the maximum number. */
function filled<T>(one: (index: number) => T, inList: number): T[][] {
  const lists: T[][] = [[]]
  let { characters, values } = ROOM
  for (let index = 0; ; index += 1) {
    const item = one(index)
    const text = JSON.stringify(item)
    characters -= text.length + 1
    values -= text.split(/[,[{]/).length
    if (characters < 0 || values < 0) return lists
    if (index > 0 && index % inList === 0) lists.push([])
    lists.at(-1)?.push(item)
  }
}
