import { addressSchema, type AnswerId, citizenIdSchema } from '#domain/kernel/index.ts'
import { decomposeAnswer, type AnswerHeader, type FileClaim, type SubmitMutation } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import type { Chance } from './chance.ts'
import { INCIDENTS, ONCE } from './forms.ts'
import { NEIGHBOUR } from './town.ts'

/** An answer's content as filled in by users of this world. */
export type Filled = Pick<SubmitMutation, 'header' | 'content' | 'files'>

/** Place, recipient and asset of an incident. */
const WHERE = {
  location: { direccion: 'Maipú 1' },
  persona: { nombre: 'Luis', direccion: 'Belgrano 1' },
  identifier: 'poste-0',
} as const

/** @returns the change, or a correction of the details instead @param id of the change */
export function orOfParticulars(change: object, answer: Answer, id: string): object {
  const details = particularsOf(answer, id)
  return details === undefined
    ? change
    : { kind: 'answer.correct', correction: { values: [], conditions: [], rows: [], ...details }, resolves: [] }
}

/**
 * One in this many corrections is about the details, if the form asks for them. Derived from the change's id, so
 * that no other draw shifts.
 */
const PARTICULARS_IN = 2

function particularsOf(answer: Answer, id: string): object | undefined {
  const turn = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
  const which = Math.floor(turn / PARTICULARS_IN)
  if (turn % PARTICULARS_IN > 0) return undefined
  const { idPlantilla, datosCiudadano, persona, muniCore } = answer
  if (idPlantilla === ONCE && datosCiudadano !== undefined) {
    const value = { ...numbered(which % CITIZENS), telefono: which % 3 === 0 ? '3515550000' : '' }
    return { citizen: { seen: datosCiudadano, value } }
  }
  if (idPlantilla !== INCIDENTS) return undefined
  const [seenPersona, seenAsset] = [persona ?? null, muniCore?.idIdentificador ?? null]
  const [recipient, asset] = [{ nombre: 'Rosa', direccion: `Rondeau ${which % 4}` }, `poste-${which % 4}`]
  const personaEdit = { persona: { seen: seenPersona, value: which % 7 === 0 ? null : recipient } }
  const assetEdit = { identifier: { seen: seenAsset, value: which % 5 === 0 ? null : asset } }
  if (which % 3 === 0) return personaEdit
  return which % 3 === 1 ? assetEdit : { ...personaEdit, ...assetEdit }
}

/** A correction of the current answer, or a change of its state. */
export function changeOf(answer: Answer, chance: Chance): object {
  const { estados } = answer
  if (estados !== undefined && chance.happens(0.7))
    return { kind: 'answer.changeState', from: estados.actual, to: chance.pick(estados.disponibles).id }
  const at = estados === undefined ? '0/0' : chance.pick(['0/0', '0/1', '1/0'])
  const seen = decomposeAnswer(answer).values[addressSchema.parse(at)] ?? null
  const value = { respuesta: at === '0/1' ? String(chance.int(0, 99)) : `corregido ${chance.int(0, 1_000_000)}` }
  return {
    kind: 'answer.correct',
    correction: { values: [{ at, seen, value }], conditions: [], rows: [] },
    resolves: [],
  }
}

/** Few different citizens, so that two inspectors meet the same one. */
export function citizenOf(chance: Chance): NonNullable<AnswerHeader['citizen']> {
  return numbered(chance.int(0, CITIZENS - 1))
}
const CITIZENS = 4

function numbered(which: number): NonNullable<AnswerHeader['citizen']> {
  const blank = { cuit: '', email: '', telefono: '', calle: '', tipo: 'fisica' } as const
  return { ...blank, nombre: 'Ana', apellido: 'Paz', dni: `30.111.22${which}` }
}

/** One in this many devices claims an unassigned registry id, and as many a real one. */
const CLAIMS = 5

/**
 * Replaces the citizen by one with an id that a device claims without a lookup. Derived from the answer's id, so that
 * no other draw shifts.
 */
export function claiming(filled: Filled, template: FormTemplate, answer: AnswerId): Filled {
  const { citizen } = filled.header
  if (template.id !== ONCE || citizen === undefined) return filled
  const turn = answer.charCodeAt(answer.length - 2) % CLAIMS
  const ids = [`inventado-${answer}`, `registro-${citizen.dni.at(-1)}`]
  const id = ids[turn] === undefined ? undefined : citizenIdSchema.parse(ids[turn])
  return id === undefined ? filled : { ...filled, header: { ...filled.header, citizen: { ...citizen, id } } }
}

/**
 * @param bytes receives captured files, by hash @param large one in this many photos is larger than an upload's chunk
 */
export function fillIn(
  template: FormTemplate,
  bytes: Map<string, Uint8Array<ArrayBuffer>>,
  chance: Chance,
  large: number,
): Filled {
  const capture = (type: string): FileClaim => {
    const largeSize = type === 'image/png' ? 1_048_576 : 1_100_000
    const size = chance.int(1, large) === 1 ? largeSize : chance.int(200, 3_000)
    const data = picture(type, size, chance)
    const claim = claimFor(data, type, type === 'image/png' ? 'firma.png' : 'foto.jpg')
    bytes.set(claim.sha256, data)
    return claim
  }
  if (template.id === 'comercios') return inspection(capture)
  if (template.id === INCIDENTS)
    return plain({ citizen: NEIGHBOUR, ...(template.opcionales.destinatario ? WHERE : {}), signatures: [] }, chance)
  return plain(template.id === ONCE ? { citizen: citizenOf(chance), signatures: [] } : { signatures: [] }, chance)
}

function plain(header: AnswerHeader, chance: Chance): Filled {
  const text = `nota ${chance.int(0, 1_000_000)} ñ 漢 \u202e`
  const content = { values: { '0/0': { respuesta: text } }, conditions: {}, rows: {} } as SubmitMutation['content']
  return { header, content, files: [] }
}

function inspection(capture: (type: string) => FileClaim): Filled {
  const [photo, exit, signature] = [capture('image/jpeg'), capture('image/jpeg'), capture('image/png')]
  const header: AnswerHeader = {
    signatures: [{ indexSignature: 0, title: 'Titular', firstName: 'Ana', lastName: 'Paz', image: signature.sha256 }],
  }
  const values = {
    '0/0': { respuesta: 'Bar El Puente' },
    '0/1': { respuesta: '4' },
    '0/2': { respuesta: '82,50' },
    '0/3': { respuesta: '2027-03-01' },
    '0/4': { chosen: [0, 2] },
    '0/5': { chosen: [1] },
    '0/6': { respuesta: true },
    '0/7': { imagen: photo.sha256 },
    '1/0': { respuesta: 'Puerta principal' },
    '1/1': { respuesta: 'sin foto' },
    '1/r0/0': { respuesta: 'Salida de emergencia' },
    '1/r0/1': { imagen: exit.sha256 },
    '2/c0/0': { respuesta: '40' },
  }
  const content = { values, conditions: { '2': [0] }, rows: { '1': 1 } } as unknown as SubmitMutation['content']
  return { header, content, files: [photo, exit, signature] }
}

/** Random bytes after the first bytes of a real picture, because the server checks the file type. */
export function picture(type: string, size: number, chance: Chance): Uint8Array<ArrayBuffer> {
  const start =
    type === 'image/png'
      ? [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      : [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0]
  const data = new Uint8Array(size)
  data.set(chance.bytes(Math.min(size, 400)))
  data.set(start)
  // Ends the JPEG early, because random bytes might look like a picture that is refused.
  if (type !== 'image/png') data.set([0xff, 0xd9], 20)
  return data
}
