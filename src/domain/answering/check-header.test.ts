import { describe, expect, it } from 'vitest'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { checkSubmission } from './check-submission.ts'

const PER_STATE = {
  estados: {
    disponibles: [
      { id: 0, nombre: 'Recibida', transiciones: [1], idTipoIncidente: '10' },
      { id: 1, nombre: 'Cerrada', transiciones: [], idTipoIncidente: '11' },
    ],
    inicial: 0,
    history: [],
  },
}

const refusal = (opcionales: object, header: object, author = 'ines'): string | null => {
  const submit = buildPlainSubmit(1, 'x', { author, header: { signatures: [], ...header } })
  const checked = checkSubmission(buildPlainTemplate({}, { opcionales }), submit)
  return checked.ok ? null : `${checked.problem.code} ${checked.problem.details?.['field']}`
}

const persona = { nombre: 'Consorcio', direccion: 'San Juan 1200' }
const PORTAL = { citizenAssociationFromCitizenPortal: true }

describe('what is beside the values', () => {
  it.each([
    ['a recipient', { persona }, { destinatario: true }, 'persona'],
    [
      'an asset',
      { identifier: '4711', location: { direccion: 'San Juan 1200' } },
      { geolocalizacion: true, incidentes: true },
      'identifier',
    ],
  ])('has %s only where the form asks for it', (_what, header, asking, field) => {
    expect(refusal(asking, header)).toBeNull()
    for (const flag of Object.keys(asking))
      expect(refusal({ ...asking, [flag]: false }, header)).toBe(`answer.unknown-address ${field}`)
  })

  it('has a tie to the portal only where the form is answered from there, and never by staff: it would take the answer out of the hands of others', () => {
    const header = { portal: { idRespuestaMG: 'MG-1' } }
    expect(refusal(PORTAL, header, 'public')).toBeNull()
    expect(refusal(PORTAL, header)).toBe('answer.unknown-address portal')
    expect(refusal({}, header, 'public')).toBe('answer.unknown-address portal')
  })

  it.each([
    ['name of a recipient', { persona: { ...persona, nombre: 'Ana\u0000' } }, { destinatario: true }],
    ['number of an asset', { identifier: '\ud800' }, { geolocalizacion: true, incidentes: true }],
    ['tie to the portal', { portal: { idRespuestaMG: '\u0000' } }, PORTAL],
  ])('cannot have in the %s what no export survives', (_where, header, opcionales) => {
    expect(refusal(opcionales, header, 'public')).toMatch(/^answer\.wrong-value/)
  })
})

describe('the state, where each makes an incident of its own kind', () => {
  const stateRefusal = (
    publico: boolean,
    { author, state }: { readonly author: string; readonly state?: number },
  ): string | null => {
    const header = { signatures: [], ...(state === undefined ? {} : { state }) }
    const opcionales = { publico, incidentes: true }
    const template = buildPlainTemplate({}, { ...PER_STATE, opcionales })
    const checked = checkSubmission(template, buildPlainSubmit(1, 'x', { author, header }))
    return checked.ok ? null : checked.problem.code
  }

  it.each([
    ['the public on a public form start in the initial state', true, { author: 'public' }, null],
    ['the public pick none', true, { author: 'public', state: 1 }, 'answer.state-unknown'],
    ['staff have to pick', false, { author: 'ines' }, 'answer.incomplete'],
    ['staff pick any', false, { author: 'ines', state: 1 }, null],
    ['staff have to pick on a public form, too', true, { author: 'ines' }, 'answer.incomplete'],
    ['staff pick any on a public form, too', true, { author: 'ines', state: 1 }, null],
  ] as const)('%s', (_what, publico, sent, expected) => {
    expect(stateRefusal(publico, sent)).toBe(expected)
  })
})
