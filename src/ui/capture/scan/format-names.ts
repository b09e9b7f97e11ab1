/** Common names of code formats, which are not translated. */
const NAMES: Readonly<Record<string, string>> = {
  aztec: 'Aztec',
  codabar: 'Codabar',
  code_39: 'Code 39',
  code_93: 'Code 93',
  code_128: 'Code 128',
  data_matrix: 'Data Matrix',
  ean_8: 'EAN-8',
  ean_13: 'EAN-13',
  itf: 'ITF',
  pdf417: 'PDF417',
  qr_code: 'QR',
  upc_a: 'UPC-A',
  upc_e: 'UPC-E',
}

/**
 * @param format as named by the browser
 * @returns its common name; unknown formats keep their name
 */
export function getCodeFormatName(format: string): string {
  return NAMES[format] ?? format
}
