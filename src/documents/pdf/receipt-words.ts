import type { ReceiptWords } from '#domain/paper/index.ts'

/* Texts of receipts. Not in a catalogue, because the server writes them. */

const EN: ReceiptWords = {
  receipt: (number) => `Receipt no. ${number}`,
  creditNote: (number) => `Credit note no. ${number}`,
  test: 'TEST: no money was moved. This paper is worth nothing.',
  received: 'Amount paid',
  givenBack: 'Amount given back',
  ofReceipt: 'Gives back from receipt no.',
  name: 'Full name',
  idNumber: 'ID number',
  form: 'Form or event',
  answer: 'Answer',
  order: 'Order number',
  operation: 'Payment reference',
  paidAt: 'Paid',
  givenBackAt: 'Given back',
  issuedAt: 'Issued',
  means: 'Paid with',
  desk: 'At the desk of the municipality',
  nothing: 'Nothing had to be paid',
  lines: 'What was paid for',
  linesOfOrder: 'The order that it is about',
  heads: ['Item', 'Quantity', 'Price', 'Amount'],
  sum: 'Sum',
  reduction: 'Reduction',
  lackingCharacters: '\ufffd stands for a character that this file cannot show.',
}

const ES: ReceiptWords = {
  receipt: (number) => `Comprobante de pago N.º ${number}`,
  creditNote: (number) => `Nota de crédito N.º ${number}`,
  test: 'PRUEBA: no se movió dinero. Este comprobante no tiene valor.',
  received: 'Importe pagado',
  givenBack: 'Importe devuelto',
  ofReceipt: 'Devuelve del comprobante N.º',
  name: 'Nombre completo',
  idNumber: 'DNI',
  form: 'Formulario o evento',
  answer: 'Respuesta',
  order: 'Número de orden',
  operation: 'Referencia de pago',
  paidAt: 'Pagado',
  givenBackAt: 'Devuelto',
  issuedAt: 'Emitido',
  means: 'Medio de pago',
  desk: 'En la ventanilla del municipio',
  nothing: 'No había nada que pagar',
  lines: 'Detalle',
  linesOfOrder: 'La orden de la que se trata',
  heads: ['Concepto', 'Cantidad', 'Precio', 'Importe'],
  sum: 'Suma',
  reduction: 'Descuento',
  lackingCharacters: '\ufffd representa un carácter que este archivo no puede mostrar.',
}

/** @param language a code of LANGUAGES; others use English */
export function receiptWordsIn(language: string): ReceiptWords {
  return language === 'es' ? ES : EN
}
