/** The text of a table: UTF-8, or Windows-1252 where it is none, as old spreadsheet programs write it. Every file is one of the two; a mark at its beginning goes. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
