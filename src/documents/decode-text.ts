/** A table's text: UTF-8, else Windows-1252 (old spreadsheet programs); one always fits. A mark at its start goes. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
