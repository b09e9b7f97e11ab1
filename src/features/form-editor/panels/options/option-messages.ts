import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FORM_OPTION_GROUPS, FormOptionName } from '#domain/templates/index.ts'

type OptionTexts = { readonly name: MessageDescriptor; readonly more: MessageDescriptor }

/** Name and description of each option. The compiler requires texts for all options. */
export const OPTION_MESSAGES: Readonly<Record<FormOptionName, OptionTexts>> = {
  publico: { name: msg`Public form`, more: msg`Anyone with the link can answer without signing in.` },
  offersNearby: {
    name: msg`Show answers sent nearby`,
    more: msg`Before sending, people see answers sent within 100 m in the last 14 days, to avoid duplicates.`,
  },
  linkOnly: {
    name: msg`Hide from the public list`,
    more: msg`The form is not in the list of forms to answer online. Only people who have its link can find it.`,
  },
  checksAnswers: {
    name: msg`Check answers before sending`,
    more: msg`On the public page and in the citizen portal, people see all their answers once more and can change them before sending. Staff do not see this step.`,
  },
  ciudadano: { name: msg`Associate a citizen`, more: msg`Each answer is about a person or a legal entity.` },
  ciudadanoRequerido: { name: msg`Require a citizen`, more: msg`An answer cannot be saved without a citizen.` },
  destinatario: { name: msg`Recipient`, more: msg`A separate step asks who the answer is for.` },
  citizenAssociationFromCitizenPortal: {
    name: msg`Citizen portal`,
    more: msg`Citizens can answer from the portal. Their answers are linked to them.`,
  },
  singleAnswer: { name: msg`One answer per citizen`, more: msg`Each citizen can answer only once.` },
  limitResponses: {
    name: msg`Limit the number of answers`,
    more: msg`When the limit is reached, the form stops accepting answers.`,
  },
  headerImg: { name: msg`Header image`, more: msg`An image above the form title.` },
  geolocalizacion: { name: msg`Location`, more: msg`Each answer has a location on the map and an address.` },
  digitalSignature: { name: msg`Digital signature`, more: msg`People sign the answer on the screen or with an image.` },
  signatureEditableAnswer: {
    name: msg`Signed answers can be changed`,
    more: msg`Anyone with permission to edit answers can also change signed ones. If off, signed answers cannot be changed.`,
  },
  startLikeLast: {
    name: msg`Start from the last answer`,
    more: msg`A new answer about the same citizen or place can start with the texts and numbers of the last one. Choices, photos and signatures must be entered again. You can change this in each question, with “Reuse”.`,
  },
  envioEmail: { name: msg`Send a copy by e-mail`, more: msg`Staff can send a copy of an answer by e-mail.` },
  notifyCitizen: {
    name: msg`Notify the citizen by e-mail`,
    more: msg`Citizens get an e-mail when corrections are requested or the state changes. The link in the e-mail opens only their own answer.`,
  },
  addAppointment: {
    name: msg`Book an appointment`,
    more: msg`After saving, the person books an appointment.`,
  },
  automaticDownload: {
    name: msg`Automatic download`,
    more: msg`The answer is downloaded as a PDF once the server has received it.`,
  },
  customizedVoucher: {
    name: msg`Personalised voucher`,
    more: msg`After saving, a voucher with your own text is offered.`,
  },
  pdfDownloadCode: {
    name: msg`Code to download the record`,
    more: msg`Anyone with this code can download the record without signing in.`,
  },
  pdfPortablePrint: {
    name: msg`Portable printer`,
    more: msg`The PDF fits a portable printer and has no logo. The same setting as in “PDF of the answers”.`,
  },
  hideSmallCounts: {
    name: msg`Hide small counts`,
    more: msg`Statistics round counts to multiples of 5 and show counts under 5 as < 5, so that no one can be identified.`,
  },
  incidentes: { name: msg`Create incidents`, more: msg`Each answer creates an incident in MuniGestion.` },
  addPaymentGateway: { name: msg`Online payment`, more: msg`Each answer requires an online payment.` },
  editableForm: {
    name: msg`Editable with answers`,
    more: msg`Once there are answers, texts can still be changed, but questions cannot be added or deleted.`,
  },
}

/** Titles of the groups of options. */
export const OPTION_GROUP_MESSAGES = {
  whoAnswers: msg`Who answers`,
  whatIsAsked: msg`Requested data`,
  afterSaving: msg`After saving`,
  changes: msg`Changes to the form`,
} as const satisfies Readonly<Record<keyof typeof FORM_OPTION_GROUPS, MessageDescriptor>>
