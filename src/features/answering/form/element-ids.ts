import type { Address } from '#domain/kernel/index.ts'

/** Element ids shared by labels, errors, jumps and tests. */
export function buildQuestionElementId(address: Address): string {
  return `q-${address.replaceAll('/', '-')}`
}
export function buildSectionElementId(order: number): string {
  return `s-${order}`
}
export function buildSignatureElementId(index: number): string {
  return `signature-${index}`
}
export function buildSignerFieldElementId(index: number, field: 'firstName' | 'lastName' | 'title'): string {
  return `${buildSignatureElementId(index)}-${field}`
}
export const CITIZEN_ELEMENT_ID = 'citizen'
export function buildCitizenFieldElementId(field: string): string {
  return `${CITIZEN_ELEMENT_ID}-${field}`
}
export const LOCATION_ELEMENT_ID = 'location'
export const STATE_ELEMENT_ID = 'state'
export const SALE_ELEMENT_ID = 'sale'
