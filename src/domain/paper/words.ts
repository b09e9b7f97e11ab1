/** The words of a paper that stand in no answer. `#` is the place of a number. */
export type PaperWords = {
  readonly code: string
  readonly reference: string
  readonly createdAt: string
  readonly author: string
  /** an author without an account */
  readonly anonymous: string
  readonly fileNumber: string
  readonly area: string
  readonly downloadCode: string
  readonly electronicSignature: string
  /** beside the code to keep and its QR */
  readonly keepIt: string
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
  readonly noCondition: string
  readonly notAnswered: string
  readonly signatures: string
  readonly notSigned: string
  /** under a signature; `#` is the place of the moment of the change */
  readonly signedBefore: string
  readonly yes: string
  readonly no: string
  readonly unsent: string
  readonly changesWait: string
  /** in the place of a picture that is not at hand */
  readonly photoMissing: string
  /** at the end of a PDF that shows � where its fonts have no such character */
  readonly lackingCharacters: string
}

export function numbered(words: string, number: number): string {
  return words.replace('#', String(number))
}
