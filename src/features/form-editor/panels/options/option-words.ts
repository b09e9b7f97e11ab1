import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { OPTION_GROUPS, OptionFlag } from '#domain/templates/index.ts'

type OptionWords = { readonly name: MessageDescriptor; readonly more: MessageDescriptor }

/** Name and description of each option; one without texts does not compile. */
export const OPTION_WORDS: Readonly<Record<OptionFlag, OptionWords>> = {
  publico: { name: msg`Public form`, more: msg`Anybody with the link can answer, without signing in.` },
  offersNearby: {
    name: msg`Offer what was sent nearby`,
    more: msg`Before an answer with a place is sent, what others sent from within 100 m in the last 14 days is shown: it may be one of these, and nothing is sent twice.`,
  },
  ciudadano: { name: msg`Associate a citizen`, more: msg`Each answer is about a person or a legal entity.` },
  ciudadanoRequerido: { name: msg`The citizen is mandatory`, more: msg`An answer cannot be saved without one.` },
  destinatario: { name: msg`Recipient`, more: msg`Asks whom the answer is for, in a step of its own.` },
  citizenAssociationFromCitizenPortal: {
    name: msg`Citizen portal`,
    more: msg`Citizens who arrive from the portal can answer; the answer is tied to them.`,
  },
  singleAnswer: { name: msg`One answer per citizen`, more: msg`Who has answered once cannot answer again.` },
  limitResponses: { name: msg`Limit the number of answers`, more: msg`After the last one the form takes no more.` },
  headerImg: { name: msg`Header image`, more: msg`A picture above the title of the form.` },
  geolocalizacion: { name: msg`Location`, more: msg`Each answer carries a place on the map and an address.` },
  digitalSignature: { name: msg`Digital signature`, more: msg`People sign the answer on the screen or with an image.` },
  signatureEditableAnswer: {
    name: msg`Signed answers can be changed`,
    more: msg`By anyone with the right to edit. Otherwise a signature closes the answer.`,
  },
  startLikeLast: {
    name: msg`Start like the last answer`,
    more: msg`Whoever answers about the same citizen or the same place again can take over texts and numbers of last time; what is chosen, photographed or signed is asked for anew. Each question can say otherwise.`,
  },
  envioEmail: { name: msg`Send a copy by e-mail`, more: msg`Staff can send a copy of an answer by e-mail.` },
  notifyCitizen: {
    name: msg`Tell the citizen by e-mail`,
    more: msg`When corrections are asked for, and when the state changes; with a link that opens this answer alone.`,
  },
  addAppointment: {
    name: msg`Book an appointment`,
    more: msg`After saving, the person goes on to choose a date in the agenda.`,
  },
  automaticDownload: {
    name: msg`Automatic download`,
    more: msg`The answer is downloaded as a PDF as soon as it has arrived.`,
  },
  customizedVoucher: {
    name: msg`Personalised voucher`,
    more: msg`After saving, a voucher with your own text is offered.`,
  },
  pdfDownloadCode: {
    name: msg`Code to download the record`,
    more: msg`With this code the record can be downloaded without signing in.`,
  },
  pdfPortablePrint: {
    name: msg`Portable print`,
    more: msg`The PDF fits the paper of a portable printer; it carries no logo.`,
  },
  hideSmallCounts: {
    name: msg`Hide small counts`,
    more: msg`Statistics show counts in steps of 5, and those under 5 as < 5, so that no one's answer can be made out.`,
  },
  incidentes: { name: msg`Create incidents`, more: msg`Each answer opens an incident in the management system.` },
  addPaymentGateway: { name: msg`Payment gateway`, more: msg`The answer is paid for online.` },
  editableForm: {
    name: msg`Editable with answers`,
    more: msg`Once there are answers, texts can still be changed; questions can be neither added nor deleted.`,
  },
}

/** Titles of the groups of options. */
export const GROUP_WORDS = {
  whoAnswers: msg`Who answers`,
  whatIsAsked: msg`What is asked for`,
  afterSaving: msg`After saving`,
  changes: msg`Changes to the form`,
} as const satisfies Readonly<Record<keyof typeof OPTION_GROUPS, MessageDescriptor>>
