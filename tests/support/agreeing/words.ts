import type { Citizen } from '#domain/citizens/index.ts'
import { DATA_TYPE } from '#domain/questions/index.ts'

/** Texts of answers: whole lines that are not in a PDF for any other reason. */
export const OPTIONS = ['Alfa', 'Beta', 'Gama'] as const

/** A valid text for each data type. */
export const TEXTS = {
  [DATA_TYPE.STRING]: 'palabra',
  [DATA_TYPE.NUMBER]: '7341',
  [DATA_TYPE.DECIMAL]: '62,25',
  [DATA_TYPE.DATE]: '2027-03-01',
  [DATA_TYPE.TIME]: '13:45',
} as const
/** The same date as shown for a question that asks only for a date. */
export const DATE_ON_PAPER = '01/03/2027'

/** Texts that are valid only for questions of any text, or for a negative number. */
export const OTHERS = ['-58', '7.5', '1,234', '31/02/2027', '25:00'] as const

export const PERSON: Partial<Citizen> = { tipo: 'fisica', dni: '30123456', nombre: 'Marta', apellido: 'Luna' }

export const POINT = { latitude: -31.4200831, longitude: -64.18877 }
export const POINT_ON_PAPER = '-31.420083, -64.188770'
