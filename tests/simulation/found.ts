/** Seeds in which something was found once. They are run first, always; none is ever taken out. */
export const FOUND: readonly number[] = [5126, 1115, 1660]
