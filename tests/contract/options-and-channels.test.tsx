// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SavedRoute } from '#app/saved-screen.tsx'
import { toPublicForm, rebuildTemplateFromPublicForm } from '#domain/answering/index.ts'
import {
  type FormTemplate,
  pickDraftFields,
  findFormOptionContradictions,
  validateTemplate,
  type FormOptionName,
} from '#domain/templates/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import type { StoredReceipt } from '#domain/sync/index.ts'
import { AnsweringScreen } from '#features/answering/answering-screen.tsx'
import { PortalForm } from '#features/answering/portal/portal-form.tsx'
import { PortalSavedPage } from '#features/answering/portal/portal-saved.tsx'
import { PublicPages } from '#features/answering/public/public-pages.tsx'
import { PublicSavedPage } from '#features/answering/public/public-saved.tsx'
import { EDITOR_MESSAGES } from '#features/form-editor/messages/problem-messages.ts'
import { storePublicForm, saveAnswer, type Local } from '#local/index.ts'
import { storeReceipts } from '#local/sending.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { AREA, BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'

/** Checks each option on each channel: the channel's own screens show it, or the editor refuses it with its message. */

/** A canvas stub for the signature. */
const CANVAS = new Proxy({}, { get: () => () => undefined, set: () => true })
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(CANVAS as never)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

const CHANNELS = ['public', 'portal', 'staff', 'cis'] as const
type Channel = (typeof CHANNELS)[number]

const OPTIONS = {
  appointment: 'addAppointment',
  payment: 'addPaymentGateway',
  signature: 'digitalSignature',
  location: 'geolocalizacion',
  limit: 'limitResponses',
  'single answer': 'singleAnswer',
  incident: 'incidentes',
  'e-mail copy': 'envioEmail',
  voucher: 'customizedVoucher',
} as const satisfies Readonly<Record<string, FormOptionName>>
type OptionName = keyof typeof OPTIONS

/** The option that opens a channel. A staff form asks for a citizen, so that single answers can be counted. */
const OPENS: Readonly<Record<Channel, object>> = {
  public: { publico: true },
  portal: { citizenAssociationFromCitizenPortal: true },
  staff: { ciudadano: true },
  cis: { ciudadano: true },
}

const ONLY_PUBLIC = 'Only available for public forms.'
/** The pairs that the editor refuses; every other pair is opened. */
const REFUSED: Partial<
  Readonly<Record<`${OptionName} × ${Channel}`, readonly [keyof typeof EDITOR_MESSAGES, string]>>
> = {
  'single answer × public': ['option.not-with-public', 'Not possible while the form is public.'],
  'voucher × portal': ['option.needs-public', ONLY_PUBLIC],
  'voucher × staff': ['option.needs-public', ONLY_PUBLIC],
  'voucher × cis': ['option.needs-public', ONLY_PUBLIC],
}

const BOOK = 'Save response and take a appointment.'
const COPY = 'Save answer and send email'
const button = (name: string) => screen.findByRole('button', { name })
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()
const isStaffs = (channel: Channel): boolean => channel === 'staff' || channel === 'cis'

/** The part of the form that shows an option. */
const ON_FORM: Readonly<Record<OptionName, (channel: Channel) => unknown>> = {
  appointment: () => button(BOOK),
  payment: () => screen.findByText(/^Total: /),
  signature: () => screen.findByRole('region', { name: 'Signatures' }),
  location: () => screen.findByRole('textbox', { name: /Address/ }),
  limit: () => undefined,
  'single answer': () => undefined,
  incident: (channel) =>
    isStaffs(channel)
      ? screen.findByRole('radiogroup', { name: 'State' })
      : expect(screen.queryByRole('radiogroup')).toBeNull(),
  // Staff send copies from an answer, also of other channels; anonymous users and another site's page send none.
  'e-mail copy': (channel) => (channel === 'staff' ? button(COPY) : noButton(COPY)),
  voucher: () => undefined,
}

const VOUCHER = 'Presente este comprobante.'
/** The part of the confirmation that shows it. */
const ON_CONFIRMATION: Partial<Readonly<Record<OptionName, (arrives: () => Promise<unknown>) => Promise<unknown>>>> = {
  appointment: async (arrives) => {
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /appointment booking/ })).disabled).toBe(true)
    await arrives()
    await screen.findByRole('heading', { name: 'The answer was registered' })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /appointment booking/ })).disabled).toBe(false)
  },
  payment: async (arrives) => {
    await screen.findByText('You can pay once the answer has been received.')
    await arrives()
    await button('Go to the payment')
  },
  voucher: async (arrives) => {
    await arrives()
    await screen.findByText(VOUCHER)
  },
}

const submit = buildPlainSubmit(1, 'sin luz', { author: AUTHOR_PROFILE.id })
const RECEIPT = { id: submit.id, answer: submit.answer, status: 'applied', version: 1, code: 'VIS1', unpaid: true }
const receipt = { ...RECEIPT, receivedAt: toInstant(0), receipt: [] } as unknown as StoredReceipt
const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]
const CITIZEN = { id: '9001', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222' }

/** A complete form with this option: it can be published unless the options conflict. */
function formWith(option: OptionName, channel: Channel): FormTemplate {
  return buildPlainTemplate(
    {},
    {
      opcionales: { ...OPENS[channel], [OPTIONS[option]]: true },
      appointmentGroup: { appointmentData: { id: '31', name: 'Licencias' }, tenantId: '7', tenantUniqueName: 'villa' },
      charge: { base: 500, currency: { sign: '$', name: 'ARS' } },
      signatures: [{ title: 'Responsable', indexSignature: 0 }],
      responsesCount: 50,
      customizedVoucherText: VOUCHER,
      ...(option === 'incident' ? { muniCore: { areaId: '7', perState: true } } : {}),
      estados: {
        disponibles: [
          { id: 0, nombre: 'Nuevo', transiciones: [1], idTipoIncidente: '4' },
          { id: 1, nombre: 'Cerrado', transiciones: [] },
        ],
        inicial: 0,
      },
    },
  )
}

const ADDRESS: Readonly<Record<Channel, string>> = {
  public: '/publico/contestar/nota',
  portal: '/ciudadano/contestar/nota',
  staff: '/contestar/nota',
  cis: '/cis/contestar/nota',
}

/** Opens the form as its channel's server sends it, on the channel's screen. */
function openForm(form: FormTemplate, channel: Channel) {
  history.replaceState(null, '', ADDRESS[channel])
  const screens = {
    public: () => <PublicPages />,
    portal: () => <PortalForm id={form.id} username="rosa.leiva" />,
    staff: AnsweringScreen,
    cis: AnsweringScreen,
  }
  return openScreen({
    path: '/contestar/$id',
    address: '/contestar/nota',
    screen: screens[channel],
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: isStaffs(channel) ? [form] : [],
    answer: ({ path }) => {
      if (path.includes('/permits')) return Response.json({ permit: 'p', until: BEFORE, citizen: CITIZEN })
      if (path.includes('/citizen/')) return formReply(toPublicForm(form, false))
      return path.includes('/public/') ? formReply(toPublicForm(form)) : undefined
    },
  })
}
const formReply = (form: unknown) => Response.json({ form, codeHidden: false, refusal: null })

/** Opens its confirmation, with an answer that is not sent yet. */
function openConfirmation(form: FormTemplate, channel: Channel) {
  history.replaceState(null, '', isStaffs(channel) ? ADDRESS[channel] : `/publico/guardado/nota/${submit.answer}`)
  const sent = rebuildTemplateFromPublicForm(toPublicForm(form, channel === 'public' ? undefined : false))
  const session = { answer: submit.answer, form: { template: sent } } as never
  const screens = {
    public: () => <PublicSavedPage form={form.id} answer={submit.answer} sent={undefined} />,
    portal: () => <PortalSavedPage session={session} books={false} />,
    staff: SavedRoute,
    cis: SavedRoute,
  }
  return openScreen({
    path: '/contestar/$id/guardado/$answerId',
    address: `/contestar/nota/guardado/${submit.answer}`,
    screen: screens[channel],
    role: 'ROLE_INSPECTOR',
    areas: AREAS,
    templates: isStaffs(channel) ? [form] : [],
    fill: async (local: Local) => {
      if (!isStaffs(channel)) await storePublicForm(local, sent, { codeHidden: false })
      await saveAnswer(local, { mutation: submit })
    },
  })
}

describe.each(Object.keys(OPTIONS) as readonly OptionName[])('%s', (option) => {
  it.each(CHANNELS)('on the channel %s', async (channel) => {
    const form = formWith(option, channel)
    const refused = REFUSED[`${option} × ${channel}`]
    if (refused !== undefined) {
      const [code, sentence] = refused
      expect(findFormOptionContradictions(form.opcionales)).toEqual([{ option: OPTIONS[option], code }])
      i18n.loadAndActivate({ locale: 'en', messages: {} })
      expect(i18n._(EDITOR_MESSAGES[code])).toBe(sentence)
      return
    }
    expect(validateTemplate(pickDraftFields(form))).toEqual([])
    await openForm(form, channel)
    await screen.findByRole('textbox', { name: /Nota/ })
    await ON_FORM[option](channel)
    const confirmed = ON_CONFIRMATION[option]
    if (confirmed === undefined) return
    cleanup()
    const { local } = await openConfirmation(form, channel)
    await confirmed(() => storeReceipts(local, [receipt]))
  })
})
