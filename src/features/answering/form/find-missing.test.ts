import { describe, expect, it } from 'vitest'
import type { MissingItem } from '#domain/answering/index.ts'
import { citizenSchema } from '#domain/citizens/index.ts'
import { addressSchema } from '#domain/kernel/index.ts'
import { question, section, templateOf } from '#tests/support/builders/form-parts.ts'
import { claimFor } from '#tests/support/builders/submit.ts'
import { patchValue, setHeader, updateSignature } from './form-actions.ts'
import { createEmptyHeader } from './draft-header.ts'
import { createFormStore } from './form-store.ts'
import { findMissingFormItems, findNextMissingItem, findUnsignedNames } from './find-missing.ts'

const at = (address: string) => addressSchema.parse(address)
const required = { required: true }
const opened = () =>
  createFormStore(
    templateOf(
      [
        section(0, [question(0, required), question(1), question(2, required)]),
        section(1, [], { conditionalSection: true, required: true, conditions: [] }),
        section(2, [question(0, required)]),
      ],
      {
        opcionales: { geolocalizacion: true, digitalSignature: true },
        signatures: [
          { indexSignature: 0, title: 'Inspector', typeOfSignature: 'both', tipeOfSignatory: 'intern', required: true },
        ],
      },
    ),
  )
const named = (lack: MissingItem | undefined): string =>
  lack?.kind === 'question' ? lack.address : (lack?.kind ?? 'nothing')

describe('what is missing next', () => {
  it('is the first of all when nothing was touched yet', () => {
    expect(named(findNextMissingItem(opened(), null))).toBe('location')
  })

  it('lies behind the question that was touched last, and never is that one', () => {
    const form = opened()
    expect(named(findNextMissingItem(form, at('0/0')))).toBe('0/2')
    expect(named(findNextMissingItem(form, at('0/1')))).toBe('0/2')
    expect(named(findNextMissingItem(form, at('0/2')))).toBe('conditions')
  })

  it('skips what is filled in by then', () => {
    const form = opened()
    patchValue(form, at('0/2'), { respuesta: 'x' })
    expect(named(findNextMissingItem(form, at('0/0')))).toBe('conditions')
  })

  it('goes through everything once and begins again', () => {
    const form = opened()
    const visited: string[] = []
    let lack = findNextMissingItem(form, null)
    for (let step = 0; step < 7; step += 1) {
      visited.push(named(lack))
      lack = findNextMissingItem(form, lack ?? null)
    }
    expect(visited).toEqual(['location', '0/0', '0/2', 'conditions', '2/0', 'signature', 'location'])
    expect(findMissingFormItems(form)).toHaveLength(6)
  })
})

it.each([
  ['a person', 'fisica', ['dni', 'nombre', 'apellido']],
  ['a legal entity', 'juridica', ['cuit', 'nombre']],
] as const)('counts each field of %s that is red, before anything is typed', (_, tipo, fields) => {
  const form = createFormStore(templateOf([], { opcionales: { ciudadano: true, ciudadanoRequerido: true } }))
  if (tipo === 'juridica') setHeader(form, { citizen: { ...citizenSchema.parse({ tipo }), apellido: 'Dummy' } })
  expect(findMissingFormItems(form).map(({ problem }) => problem)).toEqual(
    fields.map((field) => ({ code: 'answer.citizen-required', details: { field } })),
  )
})

it('counts each name that a signature lacks', () => {
  const form = opened()
  updateSignature(form, 0, { image: claimFor('drawn', 'image/png').sha256, title: ' ' })
  const lacking = findMissingFormItems(form).filter(({ kind }) => kind === 'signature')
  expect(lacking.map(({ problem }) => problem.details)).toEqual([
    { field: 'firstName' },
    { field: 'lastName' },
    { field: 'title' },
  ])
})

it('counts an optional signature that has a name and no image: what was typed would be lost', () => {
  const config = { indexSignature: 0, title: 'Inspector', typeOfSignature: 'both', tipeOfSignatory: 'intern' } as const
  const template = templateOf([], {
    opcionales: { digitalSignature: true },
    signatures: [{ ...config, required: false }],
  })
  const header = createEmptyHeader(template, { firstName: 'Inés', lastName: 'Prado' })
  const form = createFormStore(template, { header }, { initialSignatures: header.signatures })
  expect(findUnsignedNames(form)).toEqual([])
  updateSignature(form, 0, { firstName: 'Rosa' })
  expect(findUnsignedNames(form)).toEqual([
    { kind: 'signature', indexSignature: 0, problem: { code: 'signature.required' } },
  ])
  updateSignature(form, 0, { firstName: '', lastName: '' })
  expect(findUnsignedNames(form)).toEqual([])
})
