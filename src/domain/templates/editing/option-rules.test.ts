import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keysOf } from '#tests/support/builders/template-edits.ts'
import {
  templateOptionsSchema,
  type TemplateOptions,
  type EditorForm,
  createEmptyForm,
  NO_LOCKS,
  type FormOptionName,
  toEditorForm,
  findFormOptionContradictions,
  findFormOptionLock,
  findFormOptionLocks,
  setCurrency,
  setFormOption,
  setManagementSystemLink,
  updatePdfSettings,
  switchFormOption,
} from '../index.ts'
import { currencyOf } from '../../payments/index.ts'

const NONE = templateOptionsSchema.parse({})
const FLAGS = Object.keys(NONE) as readonly FormOptionName[]
const with_ = (...flags: readonly FormOptionName[]): TemplateOptions => ({
  ...NONE,
  ...Object.fromEntries(flags.map((flag) => [flag, true])),
})
const on = (options: TemplateOptions): readonly FormOptionName[] => FLAGS.filter((flag) => options[flag])

describe('an option that may not be on', () => {
  it.each([
    ['publico', ['ciudadano'], 'option.not-with-citizen'],
    ['publico', ['citizenAssociationFromCitizenPortal'], 'option.not-with-portal'],
    ['ciudadano', ['publico'], 'option.not-with-public'],
    ['ciudadano', ['citizenAssociationFromCitizenPortal'], 'option.not-with-portal'],
    ['citizenAssociationFromCitizenPortal', ['publico'], 'option.not-with-public'],
    ['citizenAssociationFromCitizenPortal', ['ciudadano'], 'option.not-with-citizen'],
    ['envioEmail', ['addAppointment'], 'option.not-with-appointment'],
    ['automaticDownload', [], 'option.needs-public'],
    ['customizedVoucher', [], 'option.needs-public'],
    ['offersNearby', ['geolocalizacion'], 'option.needs-public'],
    ['offersNearby', ['publico'], 'option.needs-location'],
    ['linkOnly', ['citizenAssociationFromCitizenPortal'], 'option.needs-public'],
    ['checksAnswers', ['ciudadano'], 'option.needs-public-or-portal'],
    ['startLikeLast', ['publico'], 'option.not-with-public'],
    ['ciudadanoRequerido', [], 'option.needs-citizen'],
    ['notifyCitizen', ['publico'], 'option.needs-citizen'],
    ['signatureEditableAnswer', [], 'option.needs-signature'],
    ['singleAnswer', [], 'option.needs-citizen'],
    ['singleAnswer', ['publico'], 'option.not-with-public'],
  ] as const)('%s beside %j: %s', (option, beside, code) => {
    const options = with_(...beside)
    expect(findFormOptionLock(options, option)).toBe(code)
    expect(switchFormOption(options, option, true)).toBe(options)
    expect(findFormOptionContradictions(with_(...beside, option))).toContainEqual({ option, code })
  })

  it.each([
    ['automaticDownload', ['publico']],
    ['customizedVoucher', ['publico']],
    ['offersNearby', ['publico', 'geolocalizacion']],
    ['linkOnly', ['publico']],
    ['checksAnswers', ['publico']],
    ['checksAnswers', ['citizenAssociationFromCitizenPortal']],
    ['ciudadanoRequerido', ['ciudadano']],
    ['signatureEditableAnswer', ['digitalSignature']],
    ['addAppointment', ['envioEmail']],
    ['singleAnswer', ['ciudadano']],
    ['singleAnswer', ['citizenAssociationFromCitizenPortal']],
    ['notifyCitizen', ['ciudadano']],
    ['notifyCitizen', ['citizenAssociationFromCitizenPortal']],
  ] as const)('is not: %s beside %j', (option, beside) =>
    expect(findFormOptionLock(with_(...beside), option)).toBeNull(),
  )
})

describe('what goes off with what', () => {
  it.each([
    [
      'public off takes download and voucher',
      with_('publico', 'automaticDownload', 'customizedVoucher', 'envioEmail'),
      ['publico', false],
      ['envioEmail'],
    ],
    [
      'an appointment takes the e-mail',
      with_('envioEmail', 'publico'),
      ['addAppointment', true],
      ['publico', 'addAppointment'],
    ],
    ['the citizen takes being required', with_('ciudadano', 'ciudadanoRequerido'), ['ciudadano', false], []],
    [
      'the signature takes editing signed answers',
      with_('digitalSignature', 'signatureEditableAnswer'),
      ['digitalSignature', false],
      [],
    ],
    [
      'nothing else',
      with_('publico', 'automaticDownload', 'geolocalizacion'),
      ['geolocalizacion', false],
      ['publico', 'automaticDownload'],
    ],
  ] as const)('%s', (_what, before, [option, to], left) =>
    expect(on(switchFormOption(before, option, to))).toEqual(left),
  )

  it('no order of switching ends in a contradiction', () => {
    const switches = fc.array(fc.tuple(fc.constantFrom(...FLAGS), fc.boolean()), { maxLength: 40 })
    fc.assert(
      fc.property(switches, (all) => {
        const options = all.reduce((before, [flag, to]) => switchFormOption(before, flag, to), NONE)
        expect(findFormOptionContradictions(options)).toEqual([])
      }),
    )
  })

  it('a contradiction that came with the form can be switched off, and only that goes off', () => {
    const came = with_('publico', 'ciudadano', 'automaticDownload')
    expect(on(switchFormOption(came, 'ciudadano', false))).toEqual(['publico', 'automaticDownload'])
    expect(on(switchFormOption(came, 'geolocalizacion', true))).toEqual([
      'publico',
      'ciudadano',
      'geolocalizacion',
      'automaticDownload',
    ])
  })
})

describe('switching an option of the form', () => {
  const newKey = keysOf('k')

  it('incidents bring the synchronisation with them, and without it they go', () => {
    const form = setFormOption(createEmptyForm(), 'incidentes', true, { newKey })
    expect([form.opcionales.incidentes, form.muniCore]).toEqual([true, {}])
    const without = setManagementSystemLink(form, false)
    expect([without.opcionales.incidentes, 'muniCore' in without]).toEqual([false, false])
  })

  it('payments begin in the currency of the municipality, and keep another one that was written', () => {
    const peso = { sign: '$', name: 'ARS' }
    const form = setFormOption(createEmptyForm(), 'addPaymentGateway', true, { newKey, currency: peso })
    expect(currencyOf(form)).toEqual(peso)
    const euros = setCurrency(form, { sign: '€', name: 'EUR' })
    const again = setFormOption(
      setFormOption(euros, 'addPaymentGateway', false, { newKey, currency: peso }),
      'addPaymentGateway',
      true,
      { newKey, currency: peso },
    )
    expect(currencyOf(again)).toEqual({ sign: '€', name: 'EUR' })
    expect(currencyOf(setFormOption(createEmptyForm(), 'addPaymentGateway', true, { newKey }))).toBeUndefined()
  })

  it('digital signature begins with one signature, with the defaults, and keeps those that are there', () => {
    const form = setFormOption(createEmptyForm(), 'digitalSignature', true, { newKey })
    expect(form.signatures).toMatchObject([
      { title: '', typeOfSignature: 'both', tipeOfSignatory: 'citizen', required: false },
    ])
    const again = setFormOption(setFormOption(form, 'digitalSignature', false, { newKey }), 'digitalSignature', true, {
      newKey,
    })
    expect(again.signatures).toBe(form.signatures)
  })

  it('portable print and a logo exclude each other, both ways; without the logo its image and text go', () => {
    const logo = updatePdfSettings(createEmptyForm(), { logoChecked: true, logo: '/logo.png', text: 'Town' })
    const portable = setFormOption(logo, 'pdfPortablePrint', true, { newKey })
    expect(portable.opcionales.pdfPortablePrint).toBe(true)
    expect(portable.pdfSettings).toMatchObject({ portablePrint: true, logoChecked: false })
    expect(portable.pdfSettings).not.toHaveProperty('logo')
    expect(portable.pdfSettings).not.toHaveProperty('text')
    const back = updatePdfSettings(portable, { logoChecked: true })
    expect([back.opcionales.pdfPortablePrint, back.pdfSettings?.portablePrint]).toEqual([false, false])
  })

  it('what an option shows is still there when it is switched on again', () => {
    const form = {
      ...toEditorForm(
        {
          ...createEmptyForm(),
          estados: { disponibles: [], inicial: null, history: [] },
          secciones: [],
          signatures: [],
        },
        newKey,
      ),
      headerImageURL: '/a.png',
    }
    const off = setFormOption(setFormOption(form, 'headerImg', true, { newKey }), 'headerImg', false, { newKey })
    expect(setFormOption(off, 'headerImg', true, { newKey }).headerImageURL).toBe('/a.png')
  })
})

describe('the locks that the screen shows', () => {
  const context = { locks: NO_LOCKS, managementSystem: true, scope: true, wasPublic: false }

  it('are those of the options, each with its reason', () => {
    const form = setFormOption(createEmptyForm(), 'publico', true, { newKey: keysOf('k') })
    expect(findFormOptionLocks(form, context)).toEqual({
      ciudadano: 'option.not-with-public',
      citizenAssociationFromCitizenPortal: 'option.not-with-public',
      ciudadanoRequerido: 'option.needs-citizen',
      notifyCitizen: 'option.needs-citizen',
      offersNearby: 'option.needs-location',
      signatureEditableAnswer: 'option.needs-signature',
      singleAnswer: 'option.not-with-public',
      startLikeLast: 'option.not-with-public',
    })
  })

  it('keep the scope as it is stored for who may not switch it, and let it go back there', () => {
    const open = setFormOption(createEmptyForm(), 'publico', true, { newKey: keysOf('k') })
    const problemWith = (form: EditorForm, wasPublic: boolean) =>
      findFormOptionLocks(form, { ...context, scope: false, wasPublic }).publico
    expect([problemWith(createEmptyForm(), false), problemWith(open, true)]).toEqual([
      'option.not-for-role',
      'option.not-for-role',
    ])
    expect([problemWith(open, false), problemWith(createEmptyForm(), true)]).toEqual([undefined, undefined])
  })

  it('include incidents where the municipality is not in the management system, unless the form is tied to it already', () => {
    expect(findFormOptionLocks(createEmptyForm(), { ...context, managementSystem: false }).incidentes).toBe(
      'option.needs-management-system',
    )
    expect(
      findFormOptionLocks(setManagementSystemLink(createEmptyForm(), true), { ...context, managementSystem: false })
        .incidentes,
    ).toBeUndefined()
  })

  it('are all of them where the form may not be changed', () => {
    const locked = findFormOptionLocks(createEmptyForm(), { ...context, locks: { ...NO_LOCKS, everything: true } })
    expect(FLAGS.every((flag) => locked[flag] === 'template.locked')).toBe(true)
  })
})
