import type { ReaderLanguage } from './reader-language.ts'

/** Texts of /publico/consultar-estado; quotes are the specification's (part 3, points 2 and 8), verbatim in Spanish. */
export type StatusWords = {
  readonly title: string
  readonly about: string
  readonly code: string
  readonly codeHelp: string
  readonly search: string
  readonly form: string
  readonly state: string
  readonly missing: string
  readonly shared: string
  readonly tooMany: string
  readonly wait: (minutes: number) => string
  readonly fact: string
  readonly factHelp: string
  readonly solving: string
  readonly failed: string
  readonly record: string
}

const EN: StatusWords = {
  title: 'Check the state of your procedure',
  about: 'Write the code that you were given when you sent the form.',
  code: 'Code',
  codeHelp: 'The code, the download code, the reference or the electronic signature, in capitals or not.',
  search: 'Search',
  form: 'Form',
  state: 'State',
  missing: 'Your procedure has no states, or there is no answer for this code.',
  shared: 'Many answers have this code. Write the reference or the electronic signature that you were given with it.',
  tooMany: 'Many codes are being looked up just now.',
  wait: (minutes) => (minutes === 1 ? 'Try again in a minute.' : `Try again in ${minutes} minutes.`),
  fact: 'Number of the document, or day of the answer',
  factHelp: 'With it your code is looked up all the same: the number that you gave, or the day, such as 24/11/2026.',
  solving: 'Your browser is being checked. This takes some seconds.',
  failed: 'An error occurred, please try again.',
  record: 'Look up a record',
}

const ES: StatusWords = {
  title: 'Consulte el estado de su trámite',
  about: 'Escriba el código que recibió al enviar el formulario.',
  code: 'Código',
  codeHelp: 'El código, el código de descarga, la referencia o la firma electrónica, en mayúsculas o no.',
  search: 'Buscar...',
  form: 'Formulario',
  state: 'Estado',
  missing: 'Su trámite no posee estados o no existe una respuesta asociada a este código.',
  shared: 'Muchas respuestas tienen este código. Escriba la referencia o la firma electrónica que recibió con él.',
  tooMany: 'En este momento se consultan muchos códigos.',
  wait: (minutes) => (minutes === 1 ? 'Vuelva a intentar en un minuto.' : `Vuelva a intentar en ${minutes} minutos.`),
  fact: 'Número de documento o día de la respuesta',
  factHelp: 'Con ese dato se busca su código igualmente: el número que indicó, o el día, por ejemplo 24/11/2026.',
  solving: 'Se está comprobando su navegador. Tarda unos segundos.',
  failed: 'Ocurrió un error, por favor intente nuevamente.',
  record: 'Consultar un acta',
}

export const STATUS_WORDS: Readonly<Record<ReaderLanguage, StatusWords>> = { en: EN, es: ES }
