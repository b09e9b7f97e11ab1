import { describe, expect, it } from 'vitest'
import type { SignatureConfig } from '#domain/templates/index.ts'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { createEmptyHeader, toAnswerHeader, findMissingName } from './draft-header.ts'

const signature = (indexSignature: number, tipeOfSignatory: SignatureConfig['tipeOfSignatory']): SignatureConfig => ({
  indexSignature,
  tipeOfSignatory,
  title: '',
  typeOfSignature: 'draw',
  required: false,
})
const signed = (signatures: readonly SignatureConfig[], digitalSignature = true) =>
  templateOf([], { opcionales: { ...templateOf([]).opcionales, digitalSignature }, signatures })
const DIEGO = { firstName: 'Diego', lastName: 'Carranza' }
const names = (signatures: readonly SignatureConfig[]) =>
  createEmptyHeader(signed(signatures), DIEGO).signatures.map(({ firstName, lastName }) =>
    `${firstName} ${lastName}`.trim(),
  )

describe('who signs a new answer', () => {
  it('is its author, where the municipality signs first; never in the place of a citizen or of a colleague', () => {
    expect(names([signature(0, 'citizen'), signature(1, 'intern'), signature(2, 'intern')])).toEqual([
      '',
      'Diego Carranza',
      '',
    ])
    expect(names([signature(0, 'citizen')])).toEqual([''])
  })

  it('is no one where no one is known', () => {
    expect(createEmptyHeader(signed([signature(0, 'intern')])).signatures).toMatchObject([
      { firstName: '', lastName: '' },
    ])
  })

  it('is not sent with a name alone', () => {
    expect(toAnswerHeader(createEmptyHeader(signed([signature(0, 'intern')]), DIEGO)).signatures).toEqual([])
  })
})

describe('the name that is missing', () => {
  it.each([
    [{ firstName: ' ', lastName: '', title: '' }, 'firstName'],
    [{ firstName: 'Ana', lastName: '', title: '' }, 'lastName'],
    [{ firstName: 'Ana', lastName: 'Paz', title: ' ' }, 'title'],
    [{ firstName: 'Ana', lastName: 'Paz', title: 'Owner' }, undefined],
  ] as const)('of %j is %s', (given, field) => {
    expect(findMissingName({ indexSignature: 0, ...given })).toBe(field)
  })
})
