import { describe, expect, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { findSigner } from './signature-block.tsx'

const signature = (indexSignature: number, tipeOfSignatory: SignatureConfig['tipeOfSignatory']): SignatureConfig => ({
  indexSignature,
  tipeOfSignatory,
  title: '',
  typeOfSignature: 'draw',
  required: false,
})
const signatures = [signature(0, 'intern'), signature(1, 'citizen'), signature(2, 'citizen')]
const rosa = citizenSchema.parse({ tipo: 'fisica', nombre: ' Rosa', apellido: 'Leiva' })
const NOBODY = { firstName: '', lastName: '' }

describe('the holder', () => {
  const of = (index: number, header: Parameters<typeof findSigner>[2]) =>
    findSigner(templateOf([], { signatures }), index, header)

  it('is the citizen, at the first of what citizens sign', () => {
    expect(of(1, { citizen: rosa })).toEqual({ firstName: 'Rosa', lastName: 'Leiva' })
    expect([of(0, { citizen: rosa }), of(2, { citizen: rosa })]).toEqual([NOBODY, NOBODY])
  })

  it('is no one while none is named, and no company: a person signs for it', () => {
    expect(of(1, {})).toEqual(NOBODY)
    expect(of(1, { citizen: { ...rosa, tipo: 'juridica', apellido: 'Dummy' } })).toEqual(NOBODY)
  })
})
