/** What browsers, workers and Node have alike and the language's own library lacks. Seen by this folder's tsconfig alone: the others have it from their platform. */
interface AbortSignal {
  readonly aborted: boolean
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}
