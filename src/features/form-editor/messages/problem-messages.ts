import { msg } from '@lingui/core/macro'
import type { EditorMessages } from '#ui/index.ts'

/** Messages for problem codes about editing forms. The compiler requires a message for each code. */
export const EDITOR_MESSAGES: EditorMessages = {
  'template.structure-locked': msg`This form has answers. You can edit its texts, but not add, remove, move or change the type of anything.`,
  'template.states-locked': msg`This form has answers. You can rename its states, but not add or delete any or change the initial state.`,
  'template.title-required': msg`Enter a title.`,
  'template.area-required': msg`Choose an area.`,
  'template.header-image-required': msg`Attach an image.`,
  'template.agenda-required': msg`Choose a calendar.`,
  'template.sync-purpose-required': msg`Choose at least one option to synchronise with MuniGestion.`,
  'template.incident-title-too-long': msg`The title of the form cannot be longer than 75 characters to create an incident in MuniGestion.`,
  'template.incident-area-required': msg`Choose an area to create an incident.`,
  'template.incident-states-required': msg`One incident type per state requires at least two states.`,
  'template.responses-count-required': msg`Enter a number of answers.`,
  'template.section-required': msg`The form must have at least one section.`,
  'template.question-required': msg`The form must have at least one question.`,
  'template.combined-unsaved': msg`There are unsaved combined questions. Save them before you continue.`,
  'template.combined-not-offered': msg`Combined questions are not available here. Choose another question type.`,
  'template.video-not-offered': msg`Video attachments are not available to you. Turn them off for this question.`,
  'template.text-too-long': msg({ message: 'This text is longer than {max} characters.' }),
  'template.too-many': msg({ message: 'Too many items. The maximum is {max}.' }),
  'template.too-large': msg`The form is too large to be saved. Remove questions or options, or divide it into several forms.`,
  'template.link-unsafe': msg`This address cannot be opened. It must start with https://, http://, mailto: or tel:.`,
  'template.link-incomplete': msg`Enter the text and the address of the link.`,
  'template.title-not-required': msg`A heading can only be required if it allows an attachment.`,
  // `lacks` is `options` for a choice without options.
  'template.input-not-required': msg({
    message:
      '{lacks, select, options {This required question has no options, so it cannot be answered. Add options or make it optional.} other {Nothing can be typed in here, so it cannot be required.}}',
  }),
  'template.conditional-not-repeated': msg`A conditional section cannot be repeatable.`,
  'template.signature-required': msg`Digital signature is on, but there are no signatures. Add a signature or turn it off.`,
  'template.logo-with-portable-print': msg`The format for portable printers cannot have a logo.`,
  'template.image-missing': msg`An image of the form is not on the server. Attach it again.`,
  'template.incident-type-missing': msg`The incident type does not exist yet. Publish the form from the editor to create it.`,
  'template.incident-type-unknown': msg`This incident type was not created for this area of MuniGestion. Choose another area, then this one again.`,
  'template.municore-user-unknown': msg`The form is synchronised with another user of MuniGestion. Turn synchronisation off and on again.`,
  'template.agenda-unknown': msg`This calendar does not belong to the municipality of the form. Choose another one.`,
  'connector.not-configured': msg`This server is not connected to that system. Contact the server administrator.`,
  'connector.municipality-not-linked': msg`This municipality is not linked to MuniGestion.`,
  'connector.identifiers-failed': msg`The assets near this point could not be loaded. Try again.`,
  'connector.areas-failed': msg`The areas of MuniCore could not be loaded. Try again.`,
  // `of` is `state` if the type belongs to a state, else to the whole form.
  'connector.incident-type-failed': msg({
    message:
      '{of, select, state {Error while creating incident for the state “{state}”. The form was not saved.} other {Error while creating incident. The form was not saved.}}',
  }),
  'connector.incident-type-exists': msg({
    message:
      '{of, select, state {Error while creating incident for the state “{state}”. The form was not saved: a type with the same name may already exist.} other {Error while creating incident. The form was not saved: a type with the same name may already exist.}}',
  }),
  'connector.agendas-failed': msg`The calendars could not be loaded. Try again.`,
  'state.name-required': msg`The field cannot be empty.`,
  'state.name-taken': msg`The state already exists.`,
  'state.transition-wrong': msg`The next states must be other states of this form, without repeats.`,
  'state.initial-wrong': msg`Mark one of the states as initial.`,
  'state.incident-name-too-long': msg({
    message:
      'The form title and the name of this state have more than {max} characters together, too many for an incident type. Shorten one of them.',
  }),
  'option.not-with-public': msg`Not possible while the form is public.`,
  'option.not-with-citizen': msg`Not possible while answers are associated with a citizen.`,
  'option.not-with-portal': msg`Not possible while the form is answered from the citizen portal.`,
  'option.not-with-appointment': msg`Not possible while an appointment is booked after saving.`,
  'option.needs-public': msg`Only available for public forms.`,
  'option.needs-public-or-portal': msg`Only available for public forms and forms of the citizen portal.`,
  'option.needs-location': msg`Only available for forms that ask for a location.`,
  'option.needs-citizen': msg`Only available for forms that associate a citizen.`,
  'option.needs-signature': msg`Only available for forms with a digital signature.`,
  'option.needs-management-system': msg`This municipality is not linked to MuniGestion.`,
  'option.not-for-role': msg`Your role cannot make forms public or private.`,
  'option.payments-not-connected': msg`Payments are not connected. An administrator can connect them in the municipality settings.`,
  'charge.required': msg`The form asks for a payment but has no price. Enter a price.`,
  'charge.currency': msg`Enter the currency: its symbol and its three-letter code, for example EUR.`,
  'charge.no-cents': msg`This currency has no cents. Enter whole amounts.`,
  'charge.too-many': msg({ message: 'This form has too many prices. The maximum is {max}.' }),
  'sale.zone-required': msg`Add a zone or a product with its price.`,
  'sale.zone': msg({
    message: 'Zone or product {zone} needs a name and a price, and each person must be able to buy at least one.',
  }),
  'sale.zone-name-taken': msg`Each zone or product needs a different name.`,
  'sale.max-per-person': msg`Each person must be able to buy at least one.`,
  'sale.dates': msg`Check the dates. The event needs a start, and its end must be later. The sale must end after it starts and no later than the event.`,
  'sale.promotion': msg({
    message: 'Discount {promotion} needs a name and a percentage or amount. Its code cannot be blank.',
  }),
  'import.too-large': msg({
    message: 'The file is larger than {max} MB, too large for a form. Check that it is the right file.',
  }),
  'import.too-slow': msg({
    message: 'Reading the file took longer than {seconds} seconds and was stopped. Check that it is the right file.',
  }),
  'import.old-workbook': msg`This workbook is in the old .xls format. Open it in a spreadsheet program, save it as .xlsx and import that file.`,
  'import.encrypted': msg`This workbook is protected with a password. Save it without the password and import it again.`,
  'import.unreadable': msg`The file cannot be read: it is damaged, or it is neither a workbook (.xlsx), nor a table (.csv), nor a form exported from Relevo (.json).`,
  'import.unclosed-quote': msg({
    message:
      'Row {row} has a quotation mark (") that is not closed, so the rows after it cannot be read. Correct it and import the file again.',
  }),
  'import.no-survey': msg`The file has no sheet named “survey” with a column “type”, so it is not an XLSForm.`,
  'import.no-questions': msg`The sheet “survey” has no question that Relevo can import.`,
  'import.not-a-form': msg`This file is not a form exported from Relevo, or it is damaged.`,
  'import.newer-app': msg`This form was exported by a newer version of Relevo. Update the app, then import it again.`,
}
