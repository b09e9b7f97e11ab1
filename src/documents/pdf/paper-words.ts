import type { PaperWords } from '#domain/paper/index.ts'

/*
 * Texts of documents by language. The server also makes documents and has no catalogue. They use the terms of the
 * screens.
 */

const EN: PaperWords = {
  code: 'Code',
  reference: 'Provisional reference',
  createdAt: 'Date and time',
  author: 'Author',
  anonymous: 'Anonymous user',
  fileNumber: 'Staff number',
  area: 'Governmental area',
  downloadCode: 'Download code',
  electronicSignature: 'Electronic signature',
  keepIt: 'Keep this code: with it the record can be looked up.',
  state: 'State',
  citizen: 'Citizen',
  recipient: 'Recipient',
  location: 'Location',
  name: 'Name',
  businessName: 'Business name',
  idNumber: 'ID number',
  taxNumber: 'Tax number',
  email: 'E-mail',
  phone: 'Phone',
  street: 'Street',
  address: 'Address',
  coordinates: 'Coordinates',
  section: 'Section #',
  repetition: 'Repetition #',
  noCondition: 'No condition was checked.',
  notAnswered: 'Not answered',
  signatures: 'Signatures',
  notSigned: 'Not signed',
  signedBefore: 'Signed before the answer was changed (#)',
  yes: 'Yes',
  no: 'No',
  unsent: 'Printed before it arrived at the server, which gives the code.',
  changesWait: 'Printed with changes that had not arrived at the server yet.',
  photoMissing: 'this picture could not be had when this was made.',
  lackingCharacters:
    '\ufffd stands for a character that this file cannot show. The printed page of the answer shows it.',
}

const ES: PaperWords = {
  code: 'Código',
  reference: 'Referencia provisoria',
  createdAt: 'Fecha y hora',
  author: 'Autor',
  anonymous: 'Usuario anónimo',
  fileNumber: 'Legajo',
  area: 'Área gubernamental',
  downloadCode: 'Código de descarga',
  electronicSignature: 'Firma electrónica',
  keepIt: 'Guarde este código: con él se puede consultar el acta.',
  state: 'Estado',
  citizen: 'Ciudadano',
  recipient: 'Destinatario',
  location: 'Ubicación',
  name: 'Nombre',
  businessName: 'Razón social',
  idNumber: 'DNI',
  taxNumber: 'CUIT',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  street: 'Calle',
  address: 'Dirección',
  coordinates: 'Coordenadas',
  section: 'Sección #',
  repetition: 'Repetición #',
  noCondition: 'No se marcó ninguna condición.',
  notAnswered: 'Sin respuesta',
  signatures: 'Firmas',
  notSigned: 'Sin firmar',
  signedBefore: 'Firma anterior a la modificación de la respuesta (#)',
  yes: 'Sí',
  no: 'No',
  unsent: 'Impresa antes de llegar al servidor, que es quien da el código.',
  changesWait: 'Impresa con cambios que todavía no habían llegado al servidor.',
  photoMissing: 'no se pudo obtener esta imagen al generar el documento.',
  lackingCharacters:
    '\ufffd representa un carácter que este archivo no puede mostrar. La página impresa de la respuesta lo muestra.',
}

/** @param language a code of LANGUAGES; others use English */
export function paperWordsIn(language: string): PaperWords {
  return language === 'es' ? ES : EN
}
