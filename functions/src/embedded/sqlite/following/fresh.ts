import type { StoredDocument } from '#domain/store/index.ts'

const MOST_CHARACTERS = 4_000_000

/** Documents that were just written, by their positions, so that the follower need not parse them again. */
export class Fresh {
  readonly #documents = new Map<number, { readonly document: StoredDocument; readonly characters: number }>()
  #characters = 0

  /** Keeps it, or does not, where there is no room. @param characters of its body */
  keep(id: number, document: StoredDocument, characters: number): void {
    if (this.#characters + characters > MOST_CHARACTERS) return
    this.#documents.set(id, { document, characters })
    this.#characters += characters
  }

  of(id: number): StoredDocument | undefined {
    return this.#documents.get(id)?.document
  }

  /** Those up to there. */
  forget(position: number): void {
    for (const [id, { characters }] of this.#documents) {
      if (id > position) return
      this.#documents.delete(id)
      this.#characters -= characters
    }
  }
}
