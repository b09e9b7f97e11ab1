import { describe, expect, it } from 'vitest'
import { templateOf } from '#tests/support/builders/form-parts.ts'
import { asksForCitizen } from './check-header.ts'
import { asksForRecipient, hasCitizenStep } from './citizen-step.ts'

const TIED = { areaId: '102', idTipoIncidente: '5001' }
const PER_STATE = [{ id: 0, nombre: 'Nuevo', transiciones: [], idTipoIncidente: '5002' }]

const form = (opcionales: object, muniCore: object | undefined, disponibles: readonly object[] = []) => {
  const plain = templateOf([])
  const tied = muniCore === undefined ? {} : { muniCore }
  return {
    ...plain,
    ...tied,
    opcionales: { ...plain.opcionales, ...opcionales },
    estados: { disponibles },
  } as typeof plain
}

describe('what is asked before the sections', () => {
  it.each([
    // options, link to the management system, then: first step, the citizen, the recipient
    ['neither option', {}, TIED, [false, false, false]],
    ['the citizen option with area and incident type', { ciudadano: true }, TIED, [true, true, false]],
    ['the recipient option with area and incident type', { destinatario: true }, TIED, [true, false, true]],
    ['both', { ciudadano: true, destinatario: true }, TIED, [true, true, true]],
    ['a citizen who is mandatory', { ciudadano: true, ciudadanoRequerido: true }, TIED, [true, true, false]],
    ['the citizen option without an area', { ciudadano: true }, { idTipoIncidente: '5001' }, [false, true, false]],
    ['the citizen option without an incident type', { ciudadano: true }, { areaId: '102' }, [false, true, false]],
    ['the citizen option without any tie', { ciudadano: true }, undefined, [false, true, false]],
    ['the recipient option without an area', { destinatario: true }, { idTipoIncidente: '1' }, [false, false, false]],
    ['the recipient option without any tie', { destinatario: true }, undefined, [false, false, false]],
    ['an area of blanks', { ciudadano: true }, { ...TIED, areaId: ' ' }, [false, true, false]],
    ['a public form', { ciudadano: true, destinatario: true, publico: true }, TIED, [false, false, false]],
    ['the portal’s option alone', { citizenAssociationFromCitizenPortal: true }, TIED, [false, false, false]],
  ] as const)('%s', (_name, opcionales, muniCore, expected) => {
    const template = form(opcionales, muniCore)
    expect([hasCitizenStep(template), asksForCitizen(template), asksForRecipient(template)]).toEqual(expected)
  })

  it('counts incident types that stand with the states', () => {
    expect(hasCitizenStep(form({ ciudadano: true }, { areaId: '102', perState: true }, PER_STATE))).toBe(true)
    expect(hasCitizenStep(form({ ciudadano: true }, { areaId: '102', perState: true }))).toBe(false)
  })
})
