import { createHash } from 'node:crypto'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  deviceIdSchema,
  instantSchema,
  generateAnswerId,
  generateMutationId,
  sha256Schema,
  type Sha256,
  authorSchema,
} from '#domain/kernel/index.ts'
import {
  type ChangeStateMutation,
  changeStateMutationSchema,
  type DeleteMutation,
  deleteMutationSchema,
} from '#domain/sync/index.ts'
import { type FileClaim, type SubmitMutation, submitMutationSchema } from '#domain/answering/index.ts'

export const AUTHOR = authorSchema.parse('ines')
export const DEVICE = deviceIdSchema.parse('D'.repeat(26))
export const CLOCK = instantSchema.parse('2026-11-20T15:00:00.000Z')

/** Pseudo-random bytes: the same number gives the same id. */
export function bytesFor(seed: number): Uint8Array {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(12, seed)
  return bytes
}

export function hashOf(bytes: Uint8Array | string): Sha256 {
  return sha256Schema.parse(createHash('sha256').update(bytes).digest('hex'))
}

export function claimFor(content: Uint8Array | string, type = 'image/jpeg', name = 'foto.jpg'): FileClaim {
  return { sha256: hashOf(content), bytes: Buffer.byteLength(content as string), type, name }
}

export const PHOTO = claimFor('the front of the shop')
export const SIGNATURE = claimFor('a drawn signature', 'image/png', 'firma.png')

const envelope = (seed: number) => ({
  id: generateMutationId(bytesFor(seed)),
  answer: generateAnswerId(bytesFor(seed + 1_000_000)),
  author: AUTHOR,
  device: DEVICE,
  clock: CLOCK,
  offset: 0,
  kind: 'answer.submit',
})

/** A complete answer to `buildTemplate()`. The seed makes its ids. */
export function buildSubmit(seed = 1, change: Readonly<Record<string, unknown>> = {}): SubmitMutation {
  return submitMutationSchema.parse({
    ...envelope(seed),
    template: 'comercios',
    version: 1,
    header: {
      signatures: [{ indexSignature: 0, title: 'Titular', firstName: 'Ana', lastName: 'Paz', image: SIGNATURE.sha256 }],
    },
    content: {
      values: {
        '0/0': { respuesta: 'Bar El Puente' },
        '0/1': { respuesta: '4' },
        '0/2': { respuesta: '82,50' },
        '0/3': { respuesta: '2027-03-01' },
        '0/4': { chosen: [0, 2] },
        '0/5': { chosen: [1] },
        '0/6': { respuesta: true },
        '0/7': { imagen: PHOTO.sha256 },
        '1/0': { respuesta: 'Puerta principal' },
        '1/r0/0': { respuesta: 'Salida de emergencia' },
        '2/c0/0': { respuesta: '40' },
      },
      conditions: { '2': [0] },
      rows: { '1': 1 },
    },
    files: [PHOTO, SIGNATURE],
    ...change,
  })
}

/** A complete answer to `buildPlainTemplate()`. */
export function buildPlainSubmit(
  seed = 1,
  text = 'una nota',
  change: Readonly<Record<string, unknown>> = {},
): SubmitMutation {
  return submitMutationSchema.parse({
    ...envelope(seed),
    template: 'nota',
    version: 1,
    header: { signatures: [] },
    content: { values: { '0/0': { respuesta: text } }, conditions: {}, rows: {} },
    files: [],
    ...change,
  })
}

/** A change of state of the answer to `buildTemplate()`. */
export function buildMove(seed = 1, change: Readonly<Record<string, unknown>> = {}): ChangeStateMutation {
  const facts = { template: 'comercios', version: 1, base: 1, files: [], from: 0, to: 1 }
  return changeStateMutationSchema.parse({ ...envelope(seed), ...facts, kind: 'answer.changeState', ...change })
}

/** The same submission for another version. */
export function toVersion(submit: SubmitMutation, template: FormTemplate): SubmitMutation {
  return { ...submit, template: template.id, version: template.version }
}

/** A deletion by the author of an unchanged answer. */
export function buildDeletion(submit: SubmitMutation, change: Readonly<Record<string, unknown>> = {}): DeleteMutation {
  const { answer, author, device, clock, offset, template, version } = submit
  const facts = { answer, author, device, clock, offset, template, version, base: 1, files: [] }
  const seed = 500_000 + Number.parseInt(hashOf(answer).slice(0, 4), 16)
  return deleteMutationSchema.parse({
    id: generateMutationId(bytesFor(seed)),
    ...facts,
    kind: 'answer.delete',
    ...change,
  })
}
