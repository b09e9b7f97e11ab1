import { unreachable } from '../../kernel/unreachable.ts'
import { isDeepEqual } from './same.ts'
import type { FormOptionName } from './editor-form.ts'
import type { FormField, TemplatePlace, TemplateProblem } from './place.ts'

/** Fields in the editor from top to bottom (part 2, point 2). Fields that are not listed are sorted with the title. */
const FIELDS: readonly FormField[] = [
  'titulo',
  'descripcion',
  'areas',
  'estados',
  'headerImageURL',
  'appointmentGroup',
  'muniCore',
  'muniCore.areaId',
  'muniCore.perState',
  'signatures',
  'pdfSettings',
  'retention',
  'secciones',
]

/** Options by topic; `incidentes` is shown in the part for the management system. */
export const FORM_OPTION_GROUPS = {
  whoAnswers: [
    'publico',
    'linkOnly',
    'offersNearby',
    'ciudadano',
    'ciudadanoRequerido',
    'citizenAssociationFromCitizenPortal',
    'destinatario',
    'singleAnswer',
    'limitResponses',
    'checksAnswers',
  ],
  whatIsAsked: [
    'headerImg',
    'geolocalizacion',
    'digitalSignature',
    'signatureEditableAnswer',
    'addPaymentGateway',
    'startLikeLast',
  ],
  afterSaving: [
    'envioEmail',
    'notifyCitizen',
    'addAppointment',
    'automaticDownload',
    'customizedVoucher',
    'pdfDownloadCode',
    'pdfPortablePrint',
    'hideSmallCounts',
  ],
  changes: ['editableForm'],
} as const satisfies Readonly<Record<string, readonly FormOptionName[]>>

const OPTION_ORDER: readonly FormOptionName[] = Object.values(FORM_OPTION_GROUPS).flat()

/** Option below which each of these fields is shown. */
const OPTION_ABOVE_FIELD: Readonly<Partial<Record<FormField, FormOptionName>>> = {
  nombreRespuesta: 'publico',
  textoEmergencia: 'publico',
  responsesCount: 'limitResponses',
  customizedVoucherText: 'customizedVoucher',
  charge: 'addPaymentGateway',
  ticketSale: 'addPaymentGateway',
}

/** Maximum problems reported. Users fix a few at a time, and a malicious form may have a hundred thousand. */
export const MAX_PROBLEMS = 100

/** Returns the first problems in screen order. */
export function pickFirstProblems(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  return problems.toSorted(compareScreenOrder).slice(0, MAX_PROBLEMS)
}

/** Compares problems by screen order; problems at the same place keep their order. */
export function compareScreenOrder(a: TemplateProblem, b: TemplateProblem): number {
  const [left, right] = [rankPlace(a.place), rankPlace(b.place)]
  const first = left.findIndex((rank, index) => rank !== right[index])
  return first === -1 ? left.length - right.length : (left[first] ?? 0) - (right[first] ?? -1)
}

export function isSameTemplatePlace(a: TemplatePlace, b: TemplatePlace): boolean {
  return isDeepEqual(a, b)
}

/** Returns numbers that sort places in screen order, the outermost element first. */
function rankPlace(place: TemplatePlace): readonly number[] {
  switch (place.kind) {
    case 'field': {
      const above = OPTION_ABOVE_FIELD[place.field]
      return above === undefined ? [rankField(place.field)] : [...getOptionRanks(above), 1]
    }
    case 'state':
      return [rankField('estados'), place.state]
    case 'option':
      return getOptionRanks(place.option)
    case 'signature':
      return [rankField('signatures'), place.signature]
    case 'section':
      return [rankField('secciones'), place.section]
    case 'condition':
      return [rankField('secciones'), place.section, place.condition]
    case 'question':
      return [rankField('secciones'), place.section, place.condition ?? 0, place.question]
    case 'block':
      return [rankField('secciones'), place.section, place.condition ?? 0, place.question, place.block]
    case 'choice':
      return [
        rankField('secciones'),
        place.section,
        place.condition ?? 0,
        place.question,
        place.block ?? 0,
        place.choice,
      ]
    default:
      return unreachable(place)
  }
}

function getOptionRanks(option: FormOptionName): readonly number[] {
  const index = OPTION_ORDER.indexOf(option)
  return index === -1 ? [rankField('muniCore')] : [rankField('estados') + 0.5, index]
}

function rankField(field: FormField): number {
  const rank = FIELDS.indexOf(field)
  if (rank !== -1) return rank
  return FIELDS.indexOf(field.startsWith('descripcion') ? 'descripcion' : 'titulo')
}
