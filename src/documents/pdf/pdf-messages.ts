import type { I18n } from '@lingui/core'
import type { PdfTexts } from '#domain/pdf/index.ts'

/**
 * Returns the texts of documents, in the terms of the screens. The server also uses this function. `fillPlaceholder`
 * replaces `#`.
 */
export function buildPdfMessages(i18n: I18n): PdfTexts {
  return {
    code: i18n._('Code'),
    reference: i18n._('Reference'),
    createdAt: i18n._('Date and time'),
    author: i18n._('Author'),
    anonymous: i18n._('Anonymous user'),
    fileNumber: i18n._('Staff number'),
    area: i18n._('Area'),
    downloadCode: i18n._('Download code'),
    electronicSignature: i18n._('Electronic signature'),
    keepCode: i18n._('Keep this code. You need it to look up the record.'),
    state: i18n._('State'),
    citizen: i18n._('Citizen'),
    recipient: i18n._('Recipient'),
    location: i18n._('Location'),
    name: i18n._('Name'),
    businessName: i18n._('Business name'),
    idNumber: i18n._('ID number'),
    taxNumber: i18n._('Tax number'),
    email: i18n._('E-mail'),
    phone: i18n._('Phone'),
    street: i18n._('Street and number'),
    address: i18n._('Address'),
    coordinates: i18n._('Coordinates'),
    section: i18n._('Section {number}', { number: '#' }),
    repetition: i18n._('Repetition {number}', { number: '#' }),
    noConditionChecked: i18n._('No options were selected.'),
    notAnswered: i18n._('Not answered'),
    photo: i18n._('Photo: {title}', { title: '#' }),
    lookupQr: i18n._('QR code to look up the record'),
    signatures: i18n._('Signatures'),
    signature: i18n._('Signature: {title}', { title: '#' }),
    notSigned: i18n._('Not signed'),
    signedBefore: i18n._('Signed before the answer was changed on {date}', { date: '#' }),
    yes: i18n._('Yes'),
    no: i18n._('No'),
    unsent: i18n._(
      'This document was created before the answer was sent. At that time the answer had only a reference, and its author could still correct it. The record can be looked up once the answer has been sent. Only the stored answer is valid.',
    ),
    unsentChanges: i18n._('Created with changes that the server had not received yet.'),
    photoMissing: i18n._('This image was not available when the document was created.'),
    lackingCharacters: i18n._(
      '{symbol} replaces a character that this file cannot show. To see it, open the answer in Relevo and print that page.',
      { symbol: '\ufffd' },
    ),
  }
}
