export { acceptClaim, acceptType } from './accepted-types.ts'
export { endingFor, nameFor } from './endings.ts'
export { sniff } from './sniff.ts'
export type { Source } from './source.ts'
