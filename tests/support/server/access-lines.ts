import type { Ask } from './world.ts'

/**
 * Users who try each route. `ines` is the author, in the form's area; `pablo` her colleague; `olga` works in another
 * area of the municipality; `sofia` supervises the municipality, `uma` another one; `vera` belongs to uma's
 * municipality, also has an area here and supervises both, so that she may do all that `sofia` may; `gil` builds forms
 * and has no access to answers; `carla` sees only her own answers; `ada` is the administrator, of the other
 * municipality.
 */
export const ACTORS = ['nobody', 'ines', 'pablo', 'olga', 'sofia', 'uma', 'gil', 'carla', 'ada', 'vera'] as const
export type Actor = (typeof ACTORS)[number]
export type Line = {
  readonly ask: (answer: string, actor: Actor) => readonly [method: string, path: string, how?: Ask]
  readonly expected: Readonly<Record<Actor, number>>
}

export const PHOTO = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
/** @param status for all actors not listed in `but`; `vera` gets the same as `sofia` */
export function all(status: number, but: Partial<Record<Actor, number>> = {}): Line['expected'] {
  const each = Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Record<Actor, number>
  return { ...each, ...(but.sofia === undefined ? {} : { vera: but.sofia }), ...but }
}

export function signedIn(status: number, but: Partial<Record<Actor, number>> = {}): Line['expected'] {
  return all(status, { nobody: 401, ...but })
}
