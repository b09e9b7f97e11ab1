import type { Answer } from './answer.ts'

/** A legal entity has its business name as first name and a meaningless surname. @returns empty when there is no one */
export function recipientOf({ datosCiudadano, persona }: Pick<Answer, 'datosCiudadano' | 'persona'>): string {
  if (datosCiudadano === undefined) return persona?.nombre ?? ''
  const { tipo, nombre, apellido } = datosCiudadano
  return tipo === 'juridica' ? nombre : `${nombre} ${apellido}`.trim()
}
