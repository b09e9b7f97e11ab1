/** How large a simulated world is. */
export type Scale = {
  readonly devices: readonly [number, number]
  /** answers that people try to save */
  readonly operations: readonly [number, number]
  /** how often a step is struck */
  readonly rate: number
  /** one in so many photos is larger than an upload's chunk */
  readonly large: number
}
export const SCALES = {
  /** every change */
  ci: { devices: [2, 4], operations: [12, 40], rate: 0.06, large: 30 },
  /** for nights and larger machines */
  full: { devices: [2, 10], operations: [50, 500], rate: 0.02, large: 30 },
  /** a quiet little world in which one fault is directed at one step */
  small: { devices: [1, 2], operations: [8, 14], rate: 0.01, large: 4 },
} as const satisfies Readonly<Record<string, Scale>>
