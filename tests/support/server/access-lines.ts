import type { Ask } from './world.ts'

/**
 * Who tries each route. `ines` is the author, in the form's area; `pablo` her colleague; `olga` works in another area
 * of the municipality; `sofia` supervises the municipality, `uma` another one; `vera`, at home there, has an area here,
 * too, and supervises both, so that nothing `sofia` may do is refused to her; `gil` builds forms and has no right on
 * answers; `carla` sees only her own answers; `ada` is the administrator, at home in the other municipality.
 */
export const ACTORS = ['nobody', 'ines', 'pablo', 'olga', 'sofia', 'uma', 'gil', 'carla', 'ada', 'vera'] as const
export type Actor = (typeof ACTORS)[number]
export type Line = {
  readonly ask: (answer: string, actor: Actor) => readonly [method: string, path: string, how?: Ask]
  readonly expected: Readonly<Record<Actor, number>>
}

export const PHOTO = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
/** @param status of everybody but those who are named; `vera` goes with `sofia` */
export function all(status: number, but: Partial<Record<Actor, number>> = {}): Line['expected'] {
  const each = Object.fromEntries(ACTORS.map((actor) => [actor, status])) as Record<Actor, number>
  return { ...each, ...(but.sofia === undefined ? {} : { vera: but.sofia }), ...but }
}

export function signedIn(status: number, but: Partial<Record<Actor, number>> = {}): Line['expected'] {
  return all(status, { nobody: 401, ...but })
}
