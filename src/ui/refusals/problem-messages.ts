import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { createMoneyFormatter } from '../language/money.ts'

export type Messages<Code extends ProblemCode> = Readonly<Record<Code, MessageDescriptor>>

/* In a separate file with its own catalogue, so that the first screen does not wait for it (`loadProblemMessages`). */

/** Problems with forms that lists and answering screens can receive as well. */
type CommonTemplateCode =
  | 'template.area-unknown'
  | 'template.broken'
  | 'template.cannot-be-public'
  | 'template.conflict'
  | 'template.deleted'
  | 'template.exists'
  | 'template.invalid'
  | 'template.locked'
  | 'template.missing'
  | 'template.not-in-areas'
  | 'template.version-unknown'

/**
 * Problems that occur only in the form editor, which adds their texts (`addProblemMessages`).
 */
export type EditorProblemCode = Exclude<
  Extract<
    ProblemCode,
    | `template.${string}`
    | `state.${string}`
    | `option.${string}`
    | `charge.${string}`
    | `sale.${string}`
    | `connector.${string}`
    | `import.${string}`
  >,
  CommonTemplateCode
>
export type EditorMessages = Messages<EditorProblemCode>
/** Problems in the administration of users and areas. Their texts are loaded with the administration's screens. */
export type UserMessages = Messages<Extract<ProblemCode, `user.${string}`>>
export type AreaMessages = Messages<Extract<ProblemCode, `area.${string}`>>

/** Problems in the administration of places and settings. Their texts are loaded with the administration's screens. */
export type PlacesProblemCode = Extract<ProblemCode, `place.${string}` | `settings.${string}` | `flags.${string}`>
export type PlacesMessages = Messages<PlacesProblemCode>

/** Problems with integrations. Their texts are loaded with the screen that manages integrations. */
export type IntegrationProblemCode = Extract<ProblemCode, `token.${string}` | `webhook.${string}`>
export type IntegrationMessages = Messages<IntegrationProblemCode>

/** Text of each problem: what happened, then what to do. The compiler requires a text for each code. */
export const COMMON_MESSAGES: Messages<
  Exclude<
    ProblemCode,
    EditorProblemCode | PlacesProblemCode | IntegrationProblemCode | keyof UserMessages | keyof AreaMessages
  >
> = {
  'request.malformed': msg`The server could not read the data from this device. Export a backup from the sync centre and contact support.`,
  'citizen.search-failed': msg`The citizen could not be looked up in MuniDigital. Try again.`,
  'citizen.create-failed': msg`The citizen could not be created in MuniDigital. Try again.`,
  'citizen.other-found': msg`The registry now has a different person with this number. Search again.`,
  'citizen.settled': msg`Someone else has already identified this citizen.`,

  'request.too-large': msg`This is too large to send to the server.`,
  'request.too-many': msg`Too many attempts in a short time. Wait a moment and try again.`,
  'filter.too-many': msg`You have reached the limit of saved filters. Delete one first.`,
  'request.not-found': msg`This no longer exists on the server.`,
  'request.cross-site': msg`The request came from another site and was rejected. Open Relevo from its own address.`,
  'request.unsupported-protocol': msg`This version of the app is too old. Close all Relevo windows and open it again.`,
  'server.failed': msg({
    message:
      'The server failed. Nothing was lost. Relevo will retry automatically.{reference, select, none {} other { Reference: {reference}}}',
  }),
  'server.busy': msg`The server is busy. Relevo will retry automatically.`,
  'network.unreachable': msg`Could not connect to the server.`,

  'session.required': msg`Your session has ended. Sign in again. Your work on this device is safe.`,
  'session.ended': msg`You were signed out because you signed out on another device or changed your password. Sign in again. Unsent work stays on this device.`,
  'session.other-account': msg`Another account is signed in. Sign in with the account that saved this.`,
  'session.bad-credentials': msg`Wrong e-mail or password.`,
  'session.throttled': msg`Too many attempts. Wait a few minutes and try again.`,
  'session.sso-failed': msg`Single sign-on failed. Try again. If it keeps failing, contact your administrator.`,
  'session.no-user-record': msg`Your account exists but is not registered in Relevo. Ask your supervisor to register it.`,
  'session.no-areas': msg`Your account has no area. Ask your supervisor to assign one.`,
  'session.deactivated': msg`Your account is deactivated. Your work stays on this device. Ask your supervisor to activate your account.`,
  'session.token-invalid': msg`This link has already been used or has expired. Request a new one.`,
  'password.too-short': msg({ message: 'The password needs at least {min} characters.' }),
  'password.wrong': msg`The current password is wrong.`,
  'password.elsewhere': msg`You use single sign-on. Change your password there.`,
  'password.same': msg`The new password is the same as the old one. Choose another one.`,
  'password.common': msg`This password is too common. Choose another one.`,
  'password.personal': msg`This password is too easy to guess. Make it longer or choose another one.`,
  'session.second-step': msg`A second factor is needed to sign in. Reload the page.`,
  'session.step-over': msg`Signing in took too long, failed too many times, or the account changed. Sign in again with your password.`,
  'session.confirm-required': msg`Confirm your identity again.`,
  'factor.wrong': msg`This code is wrong or has already been used. Wait for the next one.`,
  'factor.passkey-failed': msg`The passkey did not work. Try again or use a code.`,
  'factor.begin-again': msg`The setup expired or was restarted elsewhere. Start again.`,
  'factor.too-many': msg({ message: 'An account can have up to {most} second factors. Remove one first.' }),
  'factor.required': msg`Your role requires a second factor. Add another one before you remove this one.`,
  'factor.none': msg`There is no second factor.`,
  'mail.not-configured': msg`This server does not send e-mails. Ask your administrator for a link to choose a new password.`,
  'booking.failed': msg`The information could not be loaded. If this happens again, contact the municipality.`,
  'incident.failed': msg`Error while creating incident.`,
  'copy.not-configured': msg`This server does not send e-mails.`,
  'mail.refused': msg`The mail server rejected this address.`,
  'map.tile-missing': msg`There is no map of this place.`,
  'map.tile-failed': msg`The map could not be loaded.`,
  'map.download-not-allowed': msg`The provider of this map does not allow downloads.`,
  'map.geocode-failed': msg`The address search is not available. Type the address or try again later.`,
  'portal.not-linked': msg`Messages to citizens need the municipality’s MuniDigital ID. Ask an administrator to add it.`,
  'portal.refused': msg`The citizen portal rejected the message.`,
  'portal.login-failed': msg`Could not sign in from the citizen portal`,
  'portal.unreachable': msg`The citizen portal is not responding. Try again in a moment.`,
  'portal.no-incident': msg`Messages to the citizen need an incident in MuniGestion, and this answer has none yet.`,
  'access.forbidden': msg`You do not have permission to do this.`,
  'municipality.blocked': msg`Access denied. Municipality blocked.`,
  'country.blocked': msg`Access denied. Country blocked.`,

  'template.missing': msg`The form does not exist.`,
  'template.deleted': msg`The form that you want to answer does not exist or has been deleted.`,
  'template.version-unknown': msg`The server does not have this version of the form. It may have been restored from an older backup. Export a backup from the sync centre, and fill in the answer again with the current version.`,
  'template.not-in-areas': msg`You do not have permission to see this form because it is not in your areas.`,
  'template.broken': msg`This form has an error and cannot be answered. Contact the municipality.`,
  'template.locked': msg`This form has answers and does not allow editing, so it cannot be changed.`,
  'template.invalid': msg`The form has errors. Fix the marked fields.`,
  'template.conflict': msg`Someone else has saved this form. Your work is kept: merge it or load theirs.`,
  'template.exists': msg`The server already has a form with this ID.`,
  'template.area-unknown': msg`This area no longer exists. Choose another one.`,
  'template.cannot-be-public': msg`A form linked to a citizen cannot be made public.`,

  'answer.missing': msg`The answer does not exist.`,
  'answer.deleted-since': msg`This answer was deleted after it was received.`,
  'answer.may-be-paid': msg`Check whether this answer was paid before the server was restored.`,
  'answer.not-deleted': msg`Someone else has already restored this answer.`,
  'answer.too-late': msg`The time to restore this answer has expired.`,
  'answer.exists-with-other-content': msg`The server already has another answer with this reference.`,
  'answer.author-mismatch': msg`This answer belongs to another account.`,
  'answer.incomplete': msg`Some required fields are missing.`,
  'answer.unknown-address': msg`The answer contains a question that the form does not have.`,
  'answer.wrong-value': msg`One of the answers does not match its question. Check it.`,
  'answer.too-large': msg`The answer is too large.`,
  'answer.too-many-changes': msg`This answer has reached its limit of changes and can no longer be changed.`,
  'answer.too-many-files': msg({
    message: 'An answer can have up to {limit} files, including replaced files.',
  }),
  'answer.too-many-empty-rows': msg({
    message: 'An answer can have up to {limit} empty repetitions. Fill in or remove the others.',
  }),
  'answer.limit-reached': msg`limit responses reached`,
  'answer.already-answered': msg`Form already answered`,
  'answer.citizen-required': msg`The citizen is required.`,
  'answer.citizen-invalid': msg`Check the citizen’s data.`,
  'answer.citizen-on-public': msg`A citizen cannot be chosen on a public form.`,
  'answer.location-required': msg`The address is required.`,
  'answer.state-unknown': msg`The form does not have this state.`,
  'answer.version-conflict': msg`Someone else has changed this answer. Reload the page.`,
  'answer.no-states': msg`This form has no states.`,
  'answer.transition-not-allowed': msg`The answer cannot change from its current state to that one.`,
  'answer.not-incomplete': msg`Only incomplete answers can be completed.`,
  'answer.no-changes': msg`There are no changes`,
  'answer.section-unmarked': msg`Some sections have no answers marked for correction.`,
  'answer.already-revised': msg`You have already revised this form`,
  'answer.not-asked-for': msg`You can correct only what the municipality asked for.`,
  'answer.nothing-asked': msg`The correction request is already closed.`,
  'answer.not-of-citizen': msg`The answer does not belong to the citizen.`,
  'answer.work-begun': msg`The municipality is already working on this answer, so it can no longer be withdrawn.`,
  'answer.locked-by-signature': msg`The answer is signed and can no longer be changed.`,
  'answer.locked-by-payment': msg`An answer with a payment cannot be changed.`,
  'answer.locked-by-portal': msg`An answer from the citizen portal cannot be changed here.`,
  'held.already-decided': msg`Someone else has already decided on this answer.`,
  'payment.not-asked': msg`This form does not require payment.`,
  'payment.not-connected': msg`Online payments are not set up. Contact the municipality.`,
  'payment.missing': msg`This payment does not exist, or this link does not give access to it.`,
  'payment.zone-required': msg`Choose what you want to buy and the quantity.`,
  'payment.zone-unknown': msg`What you chose is no longer on sale. Choose again.`,
  'payment.too-many': msg({ message: 'One person can buy up to {max} of these.' }),
  'payment.sold-out': msg({
    message:
      '{left, plural, =0 {No tickets are left.} one {Only one ticket is left.} other {Only # tickets are left.}} {held, plural, =0 {} one {One more is reserved by someone who is paying and may become available.} other {# more are reserved by people who are paying and may become available.}}',
  }),
  'payment.sale-closed': msg`There is nothing on sale right now.`,
  'payment.event-cancelled': msg`This event was cancelled.`,
  'payment.code-unknown': msg`This discount code is not valid. Check it or leave the field empty.`,
  'payment.amount': msg`The amount is too large for one payment. Check the numbers you entered.`,
  'payment.price-changed': msg`The price is higher than the one shown. Check it before you pay.`,
  'payment.form-changed': msg`The form has changed since this answer, so its price cannot be calculated. Answer the form again, or charge the previous price at the desk.`,
  'payment.changes-price': msg({
    message:
      'This change would alter the price from {before} to {after}. The price of an answer cannot change: answer the form again.',
  }),
  'payment.awaits-validation': msg`The municipality must validate the order before it can be paid.`,
  'payment.already-paid': msg`The payment was already made.`,
  'payment.attempts': msg`Too many payment attempts. Pay at the municipality’s desk.`,
  'payment.open': msg`A payment is in progress. Wait until it finishes.`,
  'payment.unpaid': msg`The payment must be made first.`,
  'payment.failed': msg`The payment provider could not be reached. Nothing was charged. Please try again.`,
  'ticket.missing': msg`This ticket does not exist.`,
  'ticket.not-valid': msg`This ticket is no longer valid. Check the other tickets of the order.`,
  'door.required': msg`This door link is not valid. Request a new one.`,
  'door.ended': msg`This link has expired. Request a new one.`,
  'door.too-many': msg({ message: 'A form can have up to {most} door links. End one first.' }),
  'payment.refund-tickets': msg({ message: 'Tickets that can be voided with this amount: {max} at most.' }),
  'payment.refund-too-much': msg({ message: 'The refund cannot exceed the remaining amount of the payment.' }),
  'payment.account-in-use': msg({
    message:
      '{orders, plural, one {One order is being paid} other {# orders are being paid}} through the connected account. You can connect another account when no payments are in progress. You can enter new keys of the same account at any time.',
  }),
  'payment.day-closed': msg`This day or a later one is already closed.`,
  'payment.day-past': msg`Only days of the last year can be closed. Choose a later day.`,
  'payment.day-ahead': msg`This day has not begun.`,

  'value.integer': msg`Answer with a valid whole number.`,
  'value.decimal': msg`Answer with a valid decimal number.`,
  'value.date': msg`Enter the date as DD/MM/YYYY.`,
  'value.no-such-day': msg`That day does not exist.`,
  'value.year': msg`Enter a year from 1900 to 2100.`,
  'value.time': msg`Enter the time as HH:mm.`,
  'value.required': msg`* Required answer`,
  'value.option-unknown': msg`This option is not part of the question.`,
  'value.single-option-only': msg`Choose only one option.`,
  'value.text-too-long': msg`The text is too long.`,
  'value.text-invalid': msg`The text contains characters that cannot be stored.`,
  'value.file-not-allowed': msg`This question does not accept this type of file.`,

  'file.too-large': msg`The file is too large.`,
  'file.wrong-type': msg`Invalid file format.`,
  'file.hash-mismatch': msg`The file arrived damaged. Relevo will send it again.`,
  'file.length-mismatch': msg`The file arrived incomplete. Relevo will send it again.`,
  'file.missing': msg`A file has not reached the server yet.`,
  'pdf.not-configured': msg`This server does not generate PDFs. Download the PDF generated on this device instead.`,
  'pdf.too-large': msg`Too many answers for one PDF. Select fewer.`,
  'pdf.failed': msg({
    message: 'The PDF could not be generated.{reference, select, none {} other { Reference: {reference}}}',
  }),
  'record.missing': msg`No records were found for this code.`,
  'file.damaged': msg`This image or file is damaged or incomplete. Choose another or take the photo again.`,
  'file.unreadable': msg`A file can no longer be read on this device. Export the answer and take the photo again.`,

  'signature.required': msg`* Required signature`,
  'signature.name-required': msg`To upload the signature you need to complete the name of the signatary`,
  'signature.of-citizen': msg`Only the citizen can sign here, when answering. This signature cannot be added later.`,
  'signature.title-too-long': msg`The text of “Signing as” is too long.`,

  'answer.saved-elsewhere': msg`This answer was saved in another window. Later changes in this window were not included.`,
  'device.file-failed': msg`This device could not create the file. Close other windows and try again, or select fewer answers.`,
  'device.storage-full': msg`This device has no space left. Free some space and try again. Your saved work is safe.`,
  'device.storage-failed': msg`The data could not be saved on this device. Try again. If it fails again, free some space or use another browser.`,
  'backup.unreadable': msg`This file is not a Relevo backup, or it is damaged.`,
  'backup.other-account': msg`This backup belongs to another account. Sign in with that account to import it.`,
}

/**
 * Formats the details for a problem's text: the reference of a failure, by which an operator finds it in the log, and
 * amounts in the reader's language, with the decimals of their currency.
 */
export function formatProblemDetails({ code, details }: Problem, locale: string): Problem['details'] {
  if (code === 'server.failed' || code === 'pdf.failed') return { reference: details?.['id'] ?? 'none' }
  if (code !== 'payment.changes-price' || details === undefined) return details
  const name = String(details['currency'])
  const formatAmount = (units: unknown): string =>
    createMoneyFormatter(locale).text(Math.round(Number(units) * 100), { name, sign: name })
  return { ...details, before: formatAmount(details['before']), after: formatAmount(details['after']) }
}
