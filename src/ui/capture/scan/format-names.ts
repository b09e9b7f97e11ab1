/** How codes are called by those who print them; the same in every language, but for the first. */
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

/** @param format as the browser names it @returns what a person calls it; a format that is not known keeps its name */
export function formatName(format: string): string {
  return NAMES[format] ?? format
}
