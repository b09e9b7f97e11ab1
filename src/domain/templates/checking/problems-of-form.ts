import { getVisibleText } from '../../kernel/visible-text.ts'
import type { TemplateDraft } from '../documents/template.ts'
import { MAX_INCIDENT_TITLE_LENGTH, MIN_RESPONSES_COUNT } from '../../kernel/limits.ts'
import type { ProblemCode, ProblemDetails } from '../../kernel/problem.ts'
import { listSaleProblems } from '../../payments/sale-problems.ts'
import type { FormField, TemplateProblem } from '../form/place.ts'

/** Rules for fields of the form itself, one entry per rule of part 2, point 5. */
const RULES: readonly {
  readonly field: FormField
  readonly code: ProblemCode
  readonly broken: (draft: TemplateDraft) => boolean
  readonly details?: ProblemDetails
}[] = [
  { field: 'titulo', code: 'template.title-required', broken: ({ titulo }) => getVisibleText(titulo) === '' },
  {
    field: 'titulo',
    code: 'template.incident-title-too-long',
    broken: ({ titulo, opcionales }) => opcionales.incidentes && titulo.trim().length > MAX_INCIDENT_TITLE_LENGTH,
    details: { max: MAX_INCIDENT_TITLE_LENGTH },
  },
  { field: 'areas', code: 'template.area-required', broken: ({ areas }) => areas.length === 0 },
  {
    field: 'responsesCount',
    code: 'template.responses-count-required',
    broken: ({ opcionales, responsesCount }) => opcionales.limitResponses && !isCount(responsesCount),
    details: { min: MIN_RESPONSES_COUNT },
  },
  {
    field: 'headerImageURL',
    code: 'template.header-image-required',
    broken: ({ opcionales, headerImageURL }) => opcionales.headerImg && isBlank(headerImageURL),
  },
  {
    field: 'appointmentGroup',
    code: 'template.agenda-required',
    broken: ({ opcionales, appointmentGroup }) =>
      opcionales.addAppointment && isBlank(appointmentGroup?.appointmentData.id),
  },
  {
    field: 'muniCore',
    code: 'template.sync-purpose-required',
    broken: ({ muniCore, opcionales }) => muniCore !== undefined && !opcionales.ciudadano && !opcionales.incidentes,
  },
  {
    field: 'muniCore.areaId',
    code: 'template.incident-area-required',
    broken: ({ muniCore, opcionales }) => opcionales.incidentes && isBlank(muniCore?.areaId),
  },
  {
    field: 'muniCore.perState',
    code: 'template.incident-states-required',
    broken: ({ muniCore, opcionales, estados }) =>
      opcionales.incidentes && muniCore?.perState === true && estados.disponibles.length < 2,
  },
  {
    field: 'signatures',
    code: 'template.signature-required',
    broken: ({ signatures, opcionales }) => opcionales.digitalSignature && signatures.length === 0,
  },
  {
    field: 'pdfSettings',
    code: 'template.logo-with-portable-print',
    broken: ({ pdfSettings, opcionales }) =>
      pdfSettings?.logoChecked === true && (pdfSettings.portablePrint || opcionales.pdfPortablePrint),
  },
]

export function findFormProblems(draft: TemplateDraft): readonly TemplateProblem[] {
  const broken = [...RULES.filter((rule) => rule.broken(draft)), ...listSaleProblems(draft)]
  return broken.map(({ field, code, details }) => {
    return { code, place: { kind: 'field', field }, ...(details === undefined ? {} : { details }) }
  })
}

function isBlank(text: string | undefined): boolean {
  return text === undefined || getVisibleText(text) === ''
}

function isCount(count: number | undefined): boolean {
  return count !== undefined && Number.isInteger(count) && count >= MIN_RESPONSES_COUNT
}
