/** Words of a document that are not part of the answer. `#` is replaced by a number or a text. */
export type PdfTexts = {
  readonly code: string
  readonly reference: string
  readonly createdAt: string
  readonly author: string
  /** author of answers without an account */
  readonly anonymous: string
  readonly fileNumber: string
  readonly area: string
  readonly downloadCode: string
  readonly electronicSignature: string
  /** next to the code to keep and its QR code */
  readonly keepCode: string
  readonly state: string
  readonly citizen: string
  readonly recipient: string
  readonly location: string
  readonly name: string
  readonly businessName: string
  readonly idNumber: string
  readonly taxNumber: string
  readonly email: string
  readonly phone: string
  readonly street: string
  readonly address: string
  readonly coordinates: string
  readonly section: string
  readonly repetition: string
  readonly noConditionChecked: string
  readonly notAnswered: string
  /** description of a photo; `#` is replaced by its question */
  readonly photo: string
  /** description of the QR code next to the code to keep */
  readonly lookupQr: string
  readonly signatures: string
  /** description of a signature's picture; `#` is replaced by who signs */
  readonly signature: string
  readonly notSigned: string
  /** below a signature; `#` is replaced by the time of the change */
  readonly signedBefore: string
  readonly yes: string
  readonly no: string
  readonly unsent: string
  readonly unsentChanges: string
  /** placeholder of a missing image */
  readonly photoMissing: string
  /** shown at the end of a PDF if � replaces characters that its fonts lack */
  readonly lackingCharacters: string
}

export function fillPlaceholder(words: string, text: string | number): string {
  return words.replace('#', () => String(text))
}
