import type { FormTemplate } from '#domain/documents/index.ts'
import type { TemplateId } from '#domain/kernel/index.ts'
import type { Outcome } from '#domain/api/index.ts'
import { readTemplateVersion, type Transport } from '#sync/index.ts'

export type VersionReader = (version: number) => Promise<Outcome<FormTemplate>>

/** Reads versions, each once: a version never changes. One that could not be had is asked for again. */
export function createVersionReader(transport: Transport, id: TemplateId): VersionReader {
  const kept = new Map<number, Outcome<FormTemplate>>()
  return async (version) => {
    const known = kept.get(version)
    if (known !== undefined) return known
    const outcome = await readTemplateVersion(transport, id, version)
    if (outcome.kind === 'ok') kept.set(version, outcome)
    return outcome
  }
}
