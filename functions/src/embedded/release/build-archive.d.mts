export function buildArchive(options: { readonly target: string; readonly dist: string }): {
  readonly folder: string
  readonly archive: string
  readonly bytes: number
}
