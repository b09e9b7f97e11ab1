import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Problem, ProblemCode } from '#domain/kernel/index.ts'
import { moneyFor } from '../words/money.ts'

export type Messages<Code extends ProblemCode> = Readonly<Record<Code, MessageDescriptor>>

/* Separate from other code, with its own catalogue: no first screen waits for it (`loadProblemWords`). */

/** Template refusals that lists and answering screens can also receive. */
type EverybodysTemplateCode =
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
 * Refusals that occur only when building a form. Their texts are loaded with the form editor (`addProblemMessages`).
 */
export type EditorCode = Exclude<
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
  EverybodysTemplateCode
>
export type EditorMessages = Messages<EditorCode>
/** Refusals in the administration of users and areas; their texts are loaded with those screens. */
export type UserMessages = Messages<Extract<ProblemCode, `user.${string}`>>
export type AreaMessages = Messages<Extract<ProblemCode, `area.${string}`>>

/** Refusals in the administration of places and settings; their texts are loaded with those screens. */
export type PlacesCode = Extract<ProblemCode, `place.${string}` | `settings.${string}` | `flags.${string}`>
export type PlacesMessages = Messages<PlacesCode>

/** Refusals of integrations; their texts are loaded with the screen that manages them. */
export type IntegrationCode = Extract<ProblemCode, `token.${string}` | `webhook.${string}`>
export type IntegrationMessages = Messages<IntegrationCode>

/** Text of each refusal; a code without a text does not compile. States what happened, then the one thing to do. */
export const EVERYBODYS_MESSAGES: Messages<
  Exclude<ProblemCode, EditorCode | PlacesCode | IntegrationCode | keyof UserMessages | keyof AreaMessages>
> = {
  'request.malformed': msg`The server did not understand what this device sent. Export it from the sync centre and tell support.`,
  'citizen.search-failed': msg`Error looking the citizen up in MuniDigital. Please try again.`,
  'citizen.create-failed': msg`Error creating the citizen in MuniDigital. Please try again.`,
  'citizen.other-found': msg`The registry has somebody else under this number now. Look again.`,
  'citizen.settled': msg`Somebody has decided about this citizen meanwhile.`,

  'request.too-large': msg`This is too large for the server.`,
  'request.too-many': msg`Too many attempts in a short time. Wait a moment and try again.`,
  'filter.too-many': msg`You have saved as many filters of this list as there may be. Delete one first.`,
  'request.not-found': msg`This no longer exists on the server.`,
  'request.cross-site': msg`The request came from another site and was refused. Open Relevo from its own address.`,
  'request.unsupported-protocol': msg`This version of the app is too old for the server. Close every Relevo window and open it again.`,
  'server.failed': msg`The server failed. Nothing was lost; Relevo tries again by itself.`,
  'server.busy': msg`The server is busy. Relevo tries again by itself.`,
  'network.unreachable': msg`The server could not be reached. What you save stays on this device and is sent later.`,

  'session.required': msg`Your session has ended. Sign in again; everything on this device is kept.`,
  'session.ended': msg`Your session was ended, by signing out elsewhere or by a new password. Sign in again; what was not sent stays on this device.`,
  'session.other-account': msg`Another account is signed in. Sign in with the account that saved this.`,
  'session.bad-credentials': msg`The e-mail or the password is not right.`,
  'session.throttled': msg`Too many attempts. Wait a few minutes and try again.`,
  'session.sso-failed': msg`Single sign-on did not work. Try again; if it keeps failing, tell your administrator.`,
  'session.no-user-record': msg`Your account exists, but it is not registered in Relevo. Ask your supervisor to enrol it.`,
  'session.no-areas': msg`Your account has no governmental area. Ask your supervisor to assign one.`,
  'session.deactivated': msg`Your account is switched off. What waits on this device is kept, and your supervisor sees what arrives. Ask them to switch it on again.`,
  'session.token-invalid': msg`This link has been used already or has expired. Ask for a new one.`,
  'password.too-short': msg({ message: 'The password needs at least {min} characters.' }),
  'password.wrong': msg`The old password is not right.`,
  'password.elsewhere': msg`You sign in with single sign-on: your password is changed there.`,
  'password.same': msg`The new password is the old one. Choose another one.`,
  'password.common': msg`This is one of the passwords that are tried first. Choose another one.`,
  'password.personal': msg`There is hardly more in this password than a name or a word that anybody would try here. Add something else, or choose another one.`,
  'session.second-step': msg`A second factor is needed to sign in. Load the page again.`,
  'session.step-over': msg`This took too long, failed too often, or the account was changed meanwhile. Sign in with your password again.`,
  'session.confirm-required': msg`Show once more that it is you.`,
  'factor.wrong': msg`This code is not right, or it was used already. Wait for the next one.`,
  'factor.passkey-failed': msg`The passkey did not work. Try again, or use a code.`,
  'factor.begin-again': msg`This was begun anew elsewhere, or took too long. Begin again.`,
  'factor.too-many': msg({ message: 'An account has at most {most} second factors. Remove one first.' }),
  'factor.required': msg`Your role has to have a second factor. Add another one before you remove this one.`,
  'factor.none': msg`There is no second factor.`,
  'mail.not-configured': msg`This installation sends no e-mails. Ask your administrator for a link that lets you choose a new password.`,
  'booking.failed': msg`Error loading the information. If the problem persists, contact the municipality.`,
  'incident.failed': msg`Error while creating incident.`,
  'copy.not-configured': msg`This installation sends no e-mails.`,
  'mail.refused': msg`The mail server does not take mails for this address.`,
  'map.tile-missing': msg`There is no map of this place.`,
  'map.tile-failed': msg`The map could not be obtained.`,
  'map.download-not-allowed': msg`Whoever draws this map does not allow it to be downloaded.`,
  'map.geocode-failed': msg`The address search does not answer. Write the address, or try again.`,
  'portal.not-linked': msg`The municipality has no id in the management system, and a message to a citizen goes by that. An administrator adds it.`,
  'portal.refused': msg`The citizen portal does not take it.`,
  'portal.login-failed': msg`Error signing in from Citizen Portal`,
  'portal.unreachable': msg`The citizen portal does not answer. Try again in a moment.`,
  'portal.no-incident': msg`The answer has no incident in the management system yet, and a message to its citizen goes by that.`,
  'access.forbidden': msg`You do not have permission to do this.`,
  'municipality.blocked': msg`Access denied. Municipality blocked`,
  'country.blocked': msg`Access denied. Country blocked`,

  'template.missing': msg`The form to answer does not exist.`,
  'template.deleted': msg`The form that you want to answer does not exist or has been deleted.`,
  'template.version-unknown': msg`The server does not know this version of the form.`,
  'template.not-in-areas': msg`You do not have permission to see the form because it is not among your governmental areas.`,
  'template.broken': msg`This form has an error and cannot be answered. Tell whoever made it.`,
  'template.locked': msg`This form has answers and does not allow editing, so it cannot be changed.`,
  'template.invalid': msg`The form has errors. They are marked at their place.`,
  'template.conflict': msg`Somebody else saved this form meanwhile. Your work is kept; merge it or load theirs.`,
  'template.exists': msg`The server already has a form under this id.`,
  'template.area-unknown': msg`This governmental area does not exist any more. Choose another one.`,
  'template.cannot-be-public': msg`A form that is tied to a citizen cannot be made public.`,

  'answer.missing': msg`The answer does not exist.`,
  'answer.not-deleted': msg`Somebody has restored this answer already.`,
  'answer.too-late': msg`The time in which this answer could be restored is over.`,
  'answer.exists-with-other-content': msg`The server already holds another answer under this reference.`,
  'answer.author-mismatch': msg`This answer belongs to another account.`,
  'answer.incomplete': msg`Some required fields are missing.`,
  'answer.unknown-address': msg`The answer contains a question that the form does not have.`,
  'answer.wrong-value': msg`A value does not fit its question.`,
  'answer.too-large': msg`The answer is too large.`,
  'answer.too-many-changes': msg`This answer has been changed so often, or by so much, that it takes no more changes.`,
  'answer.too-many-files': msg({
    message: 'An answer can carry at most {limit} files, with those that were replaced.',
  }),
  'answer.too-many-empty-rows': msg({
    message: 'At most {limit} rows of an answer may be empty. Please fill in or remove the others.',
  }),
  'answer.limit-reached': msg`limit responses reached`,
  'answer.already-answered': msg`Form already answered`,
  'answer.citizen-required': msg`The citizen is required`,
  'answer.citizen-invalid': msg`Check the citizen's data`,
  'answer.citizen-on-public': msg`A citizen cannot be chosen on a public form`,
  'answer.location-required': msg`The address is required`,
  'answer.state-unknown': msg`The form does not have this state.`,
  'answer.version-conflict': msg`Somebody changed this answer meanwhile.`,
  'answer.no-states': msg`This form has no states.`,
  'answer.transition-not-allowed': msg`The answer cannot go from its state to that one.`,
  'answer.not-incomplete': msg`Only incomplete answers can be completed.`,
  'answer.no-changes': msg`There are no changes`,
  'answer.section-unmarked': msg`There are sections that do not indicate the answers to review`,
  'answer.already-revised': msg`You have already revised this form`,
  'answer.not-asked-for': msg`Only what was asked for can be revised.`,
  'answer.nothing-asked': msg`Nothing is asked of the citizen any more.`,
  'answer.not-of-citizen': msg`The answer does not belong to the citizen`,
  'answer.work-begun': msg`Somebody has begun to work on this answer: it cannot be taken back any more.`,
  'answer.locked-by-signature': msg`The answer is signed and cannot be changed any more.`,
  'answer.locked-by-payment': msg`An answer with a payment cannot be changed.`,
  'answer.locked-by-portal': msg`An answer from the citizen portal cannot be changed here.`,
  'held.already-decided': msg`Somebody has already decided about this answer.`,
  'payment.not-asked': msg`This form asks for no payment.`,
  'payment.not-connected': msg`Payments are not connected here. Tell the municipality.`,
  'payment.missing': msg`This payment does not exist, or it cannot be seen with this address.`,
  'payment.zone-required': msg`Choose what you want to buy, and how many.`,
  'payment.zone-unknown': msg`What you chose is not sold any more. Choose again.`,
  'payment.too-many': msg({ message: 'One person can buy {max} of these at most.' }),
  'payment.sold-out': msg({
    message:
      '{left, plural, =0 {No tickets are left here.} one {Only one ticket is left here.} other {Only # tickets are left here.}} {held, plural, =0 {} one {One more is in the hands of a person who is paying. It may come free.} other {# more are in the hands of people who are paying. They may come free.}}',
  }),
  'payment.sale-closed': msg`Nothing is sold at this time.`,
  'payment.code-unknown': msg`This discount code is not valid. Check it, or leave it empty.`,
  'payment.amount': msg`The amount is too large for one payment. Check the numbers that you entered.`,
  'payment.price-changed': msg`The price is higher than the one shown. Look at it again before you pay.`,
  'payment.form-changed': msg`The form has changed since this was answered, so its price cannot be calculated. Answer the form again, or take the old price at the desk.`,
  'payment.changes-price': msg({
    message:
      'This change would alter the price from {before} to {after}, and the price of an answer stays as it is. Answer the form again instead.',
  }),
  'payment.awaits-validation': msg`The municipality looks at this before it can be paid.`,
  'payment.already-paid': msg`This has been paid already.`,
  'payment.attempts': msg`This was tried too often. Pay at the desk of the municipality.`,
  'payment.open': msg`A payment is under way. Wait until it has ended.`,
  'payment.unpaid': msg`This has to be paid first.`,
  'payment.failed': msg`The payment service could not be reached. Nothing was charged. Please try again.`,
  'ticket.missing': msg`There is no such ticket.`,
  'ticket.not-valid': msg`This ticket is not good any more. Look at the others of the order.`,
  'door.required': msg`This link opens no door. Ask for a new one.`,
  'door.ended': msg`This link has ended. Ask for a new one.`,
  'door.too-many': msg({ message: 'A form has at most {most} links to its door. End one first.' }),
  'payment.refund-tickets': msg({ message: 'This amount voids at most {max} tickets.' }),
  'payment.refund-too-much': msg({ message: 'No more than what is left of the payment can be given back.' }),
  'payment.account-in-use': msg({
    message:
      '{orders, plural, one {One order is being paid} other {# orders are being paid}} by the account that is connected now. Another can take its place when nothing is being paid. New keys of the same account are taken at any time.',
  }),

  'value.integer': msg`Answer with a valid whole number.`,
  'value.decimal': msg`Answer with a valid decimal number.`,
  'value.date': msg`Write the date as DD/MM/YYYY.`,
  'value.no-such-day': msg`That day does not exist.`,
  'value.year': msg`Write a year from 1900 to 2100.`,
  'value.time': msg`Write the time as HH:mm.`,
  'value.required': msg`* Required answer`,
  'value.option-unknown': msg`This option is not part of the question.`,
  'value.single-option-only': msg`Choose only one option.`,
  'value.text-too-long': msg`The text is too long.`,
  'value.text-invalid': msg`The text contains characters that cannot be stored.`,
  'value.file-not-allowed': msg`This question takes no such file.`,

  'file.too-large': msg`The file is too large.`,
  'file.wrong-type': msg`Invalid file format`,
  'file.hash-mismatch': msg`The file arrived damaged. Relevo sends it again.`,
  'file.length-mismatch': msg`The file arrived incomplete. Relevo sends it again.`,
  'file.missing': msg`A file has not reached the server yet.`,
  'pdf.not-configured': msg`This server makes no PDFs. The one of this device can be downloaded instead.`,
  'pdf.too-large': msg`This is too much for one PDF. Choose fewer answers.`,
  'pdf.failed': msg`The PDF could not be made.`,
  'record.missing': msg`No records were found for this code.`,
  'file.damaged': msg`This picture or file is damaged or incomplete. Choose another, or take the photo again.`,
  'file.unreadable': msg`A file cannot be read on this device any more. Export the answer and take the photo again.`,

  'signature.required': msg`* Signature required`,
  'signature.name-required': msg`To upload the signature you need to complete the name of the signatary`,
  'signature.of-citizen': msg`Only the citizen signs here, with the answer. It cannot be signed later.`,
  'signature.title-too-long': msg`The signatory title is too long.`,

  'answer.saved-elsewhere': msg`This answer was saved in another window. What was typed here after that is not part of it.`,
  'device.file-failed': msg`This device could not make the file. Close other windows and try again, or choose fewer answers.`,
  'device.storage-full': msg`The device has no space left. Free some space, then try again; what was saved before is safe.`,
  'device.storage-failed': msg`The device's storage did not accept this. Try again; if it fails again, export what is unsent.`,
  'backup.unreadable': msg`This file is not a Relevo backup, or it is damaged.`,
  'backup.other-account': msg`This backup belongs to another account. Sign in with that account to import it.`,
}

/** Returns the details as the text names them: amounts in the reader's language, with the cents of their currency. */
export function shownDetails({ code, details }: Problem, locale: string): Problem['details'] {
  if (code !== 'payment.changes-price' || details === undefined) return details
  const name = String(details['currency'])
  const amountOf = (units: unknown): string =>
    moneyFor(locale).text(Math.round(Number(units) * 100), { name, sign: name })
  return { ...details, before: amountOf(details['before']), after: amountOf(details['after']) }
}
