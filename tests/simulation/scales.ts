/** Size of a simulated world. */
export type Scale = {
  readonly devices: readonly [number, number]
  /** number of answers that people try to save */
  readonly operations: readonly [number, number]
  /** probability of a fault per step */
  readonly rate: number
  /** one in this many photos is larger than an upload's chunk */
  readonly large: number
}
export const SCALES = {
  /** run for every change */
  ci: { devices: [2, 4], operations: [12, 40], rate: 0.06, large: 30 },
  /** for nights and larger machines */
  full: { devices: [2, 10], operations: [50, 500], rate: 0.02, large: 30 },
  /** a small world without other faults in which one fault is directed at one step */
  small: { devices: [1, 2], operations: [8, 14], rate: 0.01, large: 4 },
} as const satisfies Readonly<Record<string, Scale>>
