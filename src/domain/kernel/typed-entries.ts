type NameOf<T> = Extract<keyof T, string>

/** `Object.keys` of an object that has the keys of its type and no others. */
export function typedKeys<T extends object>(object: T): readonly NameOf<T>[] {
  return Object.keys(object) as NameOf<T>[]
}

/** `Object.entries` of an object that has the keys of its type and no others. */
export function typedEntries<T extends object>(
  object: T,
): readonly (readonly [NameOf<T>, Exclude<T[NameOf<T>], undefined>])[] {
  return Object.entries(object) as [NameOf<T>, Exclude<T[NameOf<T>], undefined>][]
}
