import type { Answer } from './answer.ts'

/**
 * Returns the name of an answer's citizen or recipient; empty when there is none. A legal entity has its business name
 * as first name and a meaningless surname.
 */
export function formatRecipientName({ datosCiudadano, persona }: Pick<Answer, 'datosCiudadano' | 'persona'>): string {
  if (datosCiudadano === undefined) return persona?.nombre ?? ''
  const { tipo, nombre, apellido } = datosCiudadano
  return tipo === 'juridica' ? nombre : `${nombre} ${apellido}`.trim()
}
