import { z } from 'zod'
import type { DeepReadonly } from '../../kernel/building-blocks.ts'

const flag = z.boolean().default(false)

/**
 * `opcionales` of a template, copied to its answers (part 2, point 3; part 3, point 3). Default: off. The options from
 * `startLikeLast` to `notifyCitizen` are additions to the specification.
 */
export const templateOptionsSchema = z.object({
  publico: flag.describe('answerable without signing in'),
  ciudadano: flag.describe('the answer is linked to a citizen (person or legal entity)'),
  ciudadanoRequerido: flag.describe('the citizen is mandatory'),
  destinatario: flag.describe('the answer has a recipient step'),
  citizenAssociationFromCitizenPortal: flag.describe('answerable from a citizen portal'),
  geolocalizacion: flag.describe('the answer has a location and an address'),
  headerImg: flag.describe('a header image is shown'),
  limitResponses: flag.describe('the number of answers is limited to responsesCount'),
  envioEmail: flag.describe('a copy of the answer can be e-mailed'),
  addAppointment: flag.describe('after saving, the user books an appointment'),
  incidentes: flag.describe('an incident is created in the management system'),
  addPaymentGateway: flag.describe('the answer is paid for'),
  automaticDownload: flag.describe('the answer is downloaded automatically'),
  customizedVoucher: flag.describe('offers a voucher with the text in customizedVoucherText'),
  pdfDownloadCode: flag.describe('a code allows the public to download the record'),
  digitalSignature: flag.describe('signatures are asked for'),
  signatureEditableAnswer: flag.describe('signed answers may still be changed by anyone with the right to edit'),
  editableForm: flag.describe('a form that has answers can still be edited, content only'),
  singleAnswer: flag.describe('one answer per citizen'),
  startLikeLast: flag.describe(
    "an answer may start as a copy of its author's last answer about the same person or place",
  ),
  offersNearby: flag.describe('before sending, the public sees recent answers nearby, to avoid duplicates'),
  checksAnswers: flag.describe('before sending, the public and citizens check all their answers'),
  linkOnly: flag.describe('the list of public forms leaves it out: only people with the link find it'),
  hideSmallCounts: flag.describe('statistics round counts down to multiples of five and hide counts below five'),
  notifyCitizen: flag.describe('the citizen receives an e-mail about correction requests and changes of state'),
  pdfPortablePrint: flag.describe('the PDF is laid out for a portable printer'),
})
export type TemplateOptions = DeepReadonly<z.infer<typeof templateOptionsSchema>>
