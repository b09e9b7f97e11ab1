import type { Address } from '#domain/kernel/index.ts'

/** Element ids shared by labels, errors, jumps and tests. */
export function questionElementId(address: Address): string {
  return `q-${address.replaceAll('/', '-')}`
}
export function sectionId(order: number): string {
  return `s-${order}`
}
export function signatureId(index: number): string {
  return `signature-${index}`
}
export function signerFieldId(index: number, field: 'firstName' | 'lastName' | 'title'): string {
  return `${signatureId(index)}-${field}`
}
export const CITIZEN_ID = 'citizen'
export function citizenFieldId(field: string): string {
  return `${CITIZEN_ID}-${field}`
}
export const LOCATION_ID = 'location'
export const STATE_ID = 'state'
export const SALE_ID = 'sale'
